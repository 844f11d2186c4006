import {
  computed,
  type MaybeRefOrGetter,
  onScopeDispose,
  reactive,
  ref,
  shallowRef,
  toValue,
  watch,
} from 'vue'
import { findDraft, forgetDraft, keepDraft } from './draft.ts'
import { watchUnsaved } from './unsaved.ts'

/**
 * The fields of a form: what was read, and what was changed since. Only the latter is sent, so that an
 * old tab reverts nothing that another one has saved. Leaving the page with something unsaved asks first.
 *
 * @param initial the values of an empty form.
 * @param draft the name under which unsaved changes survive a reload, for forms that take time to fill
 * in; by default they do not. It must hold no secret.
 */
export function useForm<Fields extends object>(
  initial: Fields,
  draft: MaybeRefOrGetter<string> = '',
) {
  const base = shallowRef<Fields>({ ...initial })
  const fields = reactive({ ...initial }) as Fields // the type of `reactive` unwraps refs; no field is one
  const restored = ref(false)
  const ready = ref(false)

  const isChanged = (name: keyof Fields): boolean => !same(fields[name], base.value[name])
  const names = computed(() => keysOf(fields).filter(isChanged))
  const dirty = computed(() => names.value.length > 0)

  /** Only the fields that were changed. */
  function changed(): Partial<Fields> {
    return pick(fields, names.value)
  }

  /**
   * Takes what the site says. A field that was changed here stays as it was written. The first time
   * brings back the draft.
   */
  function read(values: Partial<Fields>): void {
    const untouched = keysOf(values).filter((name) => !isChanged(name))
    base.value = { ...base.value, ...values }
    Object.assign(fields, pick(values, untouched))
    if (!ready.value) restore()
    ready.value = true
  }

  function restore(): void {
    const found = findDraft(toValue(draft)) ?? {}
    const known = Object.entries(found).filter(([name]) => name in fields)
    Object.assign(fields, Object.fromEntries(known))
    restored.value = dirty.value
  }

  /** What was sent is saved now; what was written meanwhile is not. */
  function saved(sent: Partial<Fields>): void {
    base.value = { ...base.value, ...sent }
    restored.value = false
    keepDraft(toValue(draft), changed())
  }

  /** Drops everything that is not saved. */
  function drop(): void {
    Object.assign(fields, base.value)
    restored.value = false
    forgetDraft(toValue(draft))
  }

  watch(
    () => [toValue(draft), ready.value ? changed() : undefined] as const,
    ([name, now], [before]) => {
      if (name !== before) forgetDraft(before)
      if (now) keepDraft(name, now)
    },
  )
  onScopeDispose(watchUnsaved({ dirty: () => dirty.value, kept: draft !== '' }))
  return { fields, dirty, restored, changed, read, saved, drop }
}

const same = (one: unknown, other: unknown): boolean => asText(one) === asText(other)

const asText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

function keysOf<Thing extends object>(thing: Thing): (keyof Thing)[] {
  const keys: (keyof Thing)[] = []
  for (const key in thing) keys.push(key)
  return keys
}

function pick<Thing extends object>(from: Partial<Thing>, names: (keyof Thing)[]): Partial<Thing> {
  const part: Partial<Thing> = {}
  for (const name of names) part[name] = from[name]
  return part
}

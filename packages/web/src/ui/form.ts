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
import { deleteDraft, findDraft, storeDraft } from './draft.ts'
import { watchUnsaved } from './unsaved.ts'

/**
 * The fields of a form: the loaded values and the changes since. Only changes are sent, so that an old tab does not
 * revert what another tab saved. Asks before the reader leaves with unsaved changes.
 * @param initial the values of an empty form
 * @param draft the name under which unsaved changes of a long form are stored, so that they survive a reload. Empty:
 * not stored. A form with a draft must not contain secrets.
 */
export function useForm<Fields extends object>(
  initial: Fields,
  draft: MaybeRefOrGetter<string> = '',
) {
  const base = shallowRef<Fields>({ ...initial })
  const fields = reactive({ ...initial }) as Fields // cast: the type of `reactive` unwraps refs, but no field is a ref
  const restored = ref(false)
  const ready = ref(false)

  const isChanged = (name: keyof Fields): boolean => !isEqual(fields[name], base.value[name])
  const names = computed(() => keysOf(fields).filter(isChanged))
  const dirty = computed(() => names.value.length > 0)

  function changed(): Partial<Fields> {
    return pick(fields, names.value)
  }

  /** Fills in the loaded values, except for fields with unsaved changes. The first call restores the draft. */
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

  /** Marks the sent values as saved. Changes made since remain unsaved. */
  function saved(sent: Partial<Fields>): void {
    base.value = { ...base.value, ...sent }
    restored.value = false
    storeDraft(toValue(draft), changed())
  }

  function drop(): void {
    Object.assign(fields, base.value)
    restored.value = false
    deleteDraft(toValue(draft))
  }

  watch(
    () => [toValue(draft), ready.value ? changed() : undefined] as const,
    ([name, now], [before]) => {
      if (name !== before) deleteDraft(before)
      if (now) storeDraft(name, now)
    },
  )
  onScopeDispose(watchUnsaved({ dirty: () => dirty.value, kept: draft !== '' }))
  return { fields, dirty, restored, changed, read, saved, drop }
}

const isEqual = (one: unknown, other: unknown): boolean => serialize(one) === serialize(other)

const serialize = (value: unknown): string =>
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

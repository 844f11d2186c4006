import { computed, nextTick, ref } from 'vue'
import { Refusal, Unreachable } from '../api.ts'
import { t } from '../i18n/i18n.ts'
import { useCountdown } from './countdown.ts'
import { alerts, showRefusal } from './show-refusal.ts'

/** In seconds; longer waits are shown in minutes. */
const LONG_WAIT = 120

/**
 * The state of one action on a page: whether it is running, how it was refused, and how long to wait
 * before another try. A refusal sets the focus into the first broken field, or brings its notice into
 * view.
 */
export function useAction() {
  const busy = ref(false)
  const failure = ref<unknown>()
  /** Whether what failed can be sent again and is done once. */
  const isOnce = ref(false)
  const { seconds: waitSeconds, start: wait } = useCountdown(() => {
    if (!leavesOpen(failure.value)) failure.value = undefined
  })
  let key = ''

  /** Makes the key of what is being made; it stays the same until it is known what became of it. */
  const once = (): string => {
    key ||= newKey()
    return key
  }

  return {
    busy,
    waitSeconds,
    refusal: computed(() => (failure.value instanceof Refusal ? failure.value : undefined)),
    /** Whether nobody knows what became of the last act. */
    isOpen: computed(() => leavesOpen(failure.value)),
    /** The sentence to show; empty if nothing is wrong. */
    message: computed(() => sentenceOf(failure.value, waitSeconds.value, isOnce.value)),
    /** The error of a field, or of the first invalid entry of a list (`addresses.1`). */
    fieldError: (name: string): string =>
      failure.value instanceof Refusal
        ? (failure.value.fields.find(({ field }) => field.replace(/\.\d+$/, '') === name)
            ?.message ?? '')
        : '',
    clear() {
      failure.value = undefined
    },
    /**
     * @param act gets what makes a key (docs/contract.md#once): a new one, unless the outcome of the act
     *   before is unknown.
     * @returns the result of the act; undefined if it was refused, is running, or has to wait.
     */
    async run<Result>(act: (once: () => string) => Promise<Result>): Promise<Result | undefined> {
      if (busy.value || waitSeconds.value > 0) return undefined
      busy.value = true
      failure.value = undefined
      await nextTick() // the refusal before is gone from the page, so that a new one is announced
      try {
        const result = await act(once)
        key = ''
        return result
      } catch (error) {
        const before = alerts()
        if (!leavesOpen(error)) key = ''
        isOnce.value = key !== ''
        failure.value = error
        void showRefusal(before)
        if (error instanceof Refusal && error.retryAfter) wait(error.retryAfter)
        else if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
        return undefined
      } finally {
        busy.value = false
      }
    },
  }
}

/**
 * Refuses a form before it is sent.
 *
 * @param faults what is wrong with each field; empty if nothing is.
 * @throws Refusal `request.invalid` with the fields that have a fault.
 */
export function refuse(faults: Record<string, string>): void {
  const fields = Object.entries(faults).flatMap(([field, message]) =>
    message ? [{ field, message }] : [],
  )
  if (fields.length > 0) throw new Refusal(400, { error: 'request.invalid', fields })
}

/** Whether nobody knows what became of what was sent: the answer was lost, by the site or on the way. */
function leavesOpen(failure: unknown): boolean {
  return failure instanceof Unreachable || (failure instanceof Refusal && failure.status >= 500)
}

/** Random text that also pages without https can make. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The sentence for a failure. With `seconds` left it says how long to wait; of what `isOnce`, that it
 * can be sent again.
 */
export function sentenceOf(failure: unknown, seconds = 0, isOnce = false): string {
  if (failure === undefined) return ''
  if (isOnce && !(failure instanceof Refusal && failure.code === 'unavailable')) {
    const isUnreachable = failure instanceof Unreachable
    const parts = [isUnreachable ? t('common.unreachable') : '', t('common.notKnown')]
    return [...parts, seconds > 0 ? waiting(seconds) : ''].filter(Boolean).join(' ')
  }
  if (failure instanceof Refusal) {
    const sentence = failure.message || t('common.failed')
    return seconds > 0 ? `${sentence} ${waiting(seconds)}` : sentence
  }
  return failure instanceof Unreachable ? t('common.unreachable') : t('common.failed')
}

/** Long waits are shown in minutes, rounded up. */
function waiting(seconds: number): string {
  const isLong = seconds > LONG_WAIT
  return isLong
    ? t('common.waitMinutes', Math.ceil(seconds / 60))
    : t('common.waitSeconds', seconds)
}

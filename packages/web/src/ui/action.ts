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
  const { seconds: waitSeconds, start: wait } = useCountdown(() => {
    failure.value = undefined
  })

  return {
    busy,
    waitSeconds,
    refusal: computed(() => (failure.value instanceof Refusal ? failure.value : undefined)),
    /** The sentence to show; empty if nothing is wrong. */
    message: computed(() => sentenceOf(failure.value, waitSeconds.value)),
    /** The error of a field, or of the first invalid entry of a list (`addresses.1`). */
    fieldError: (name: string): string =>
      failure.value instanceof Refusal
        ? (failure.value.fields.find(({ field }) => field.replace(/\.\d+$/, '') === name)
            ?.message ?? '')
        : '',
    clear() {
      failure.value = undefined
    },
    /** @returns the result of the act; undefined if it was refused, is running, or has to wait. */
    async run<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
      if (busy.value || waitSeconds.value > 0) return undefined
      busy.value = true
      failure.value = undefined
      await nextTick() // the refusal before is gone from the page, so that a new one is announced
      try {
        return await act()
      } catch (error) {
        const before = alerts()
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

/** The sentence for a failure. With `seconds` left it says how long to wait. */
export function sentenceOf(failure: unknown, seconds = 0): string {
  if (failure === undefined) return ''
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

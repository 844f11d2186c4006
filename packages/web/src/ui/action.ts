import { computed, ref } from 'vue'
import { Refusal, Unreachable } from '../api.ts'
import { t } from '../i18n/i18n.ts'
import { useCountdown } from './countdown.ts'

/** Seconds; longer ones are told as minutes. */
const LONG_WAIT = 120

/**
 * One thing a person does on a page: whether it runs, how it was refused, and for how long another
 * try makes no sense.
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
    /** What to tell a person; empty when nothing is wrong. */
    message: computed(() => sentenceOf(failure.value, waitSeconds.value)),
    /** What is wrong with a field, or with the first faulty entry of a list (`addresses.1`). */
    fieldError: (name: string): string =>
      failure.value instanceof Refusal
        ? (failure.value.fields.find(({ field }) => field.replace(/\.\d+$/, '') === name)
            ?.message ?? '')
        : '',
    clear() {
      failure.value = undefined
    },
    /** @returns what the act returned; undefined when it was refused, is running, or has to wait. */
    async run<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
      if (busy.value || waitSeconds.value > 0) return undefined
      busy.value = true
      failure.value = undefined
      try {
        return await act()
      } catch (error) {
        failure.value = error
        if (error instanceof Refusal && error.retryAfter) wait(error.retryAfter)
        else if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
        return undefined
      } finally {
        busy.value = false
      }
    },
  }
}

/** A sentence for a person; with `seconds` left it says how long to wait. */
export function sentenceOf(failure: unknown, seconds = 0): string {
  if (failure === undefined) return ''
  if (failure instanceof Refusal) {
    const sentence = failure.message || t('common.failed')
    return seconds > 0 ? `${sentence} ${waiting(seconds)}` : sentence
  }
  return failure instanceof Unreachable ? t('common.unreachable') : t('common.failed')
}

/** Whoever has to wait for long is told minutes, begun ones counted whole. */
function waiting(seconds: number): string {
  const isLong = seconds > LONG_WAIT
  return isLong
    ? t('common.waitMinutes', Math.ceil(seconds / 60))
    : t('common.waitSeconds', seconds)
}

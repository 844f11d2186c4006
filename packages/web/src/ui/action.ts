import { computed, nextTick, ref } from 'vue'
import { Refusal, Unreachable } from '../api.ts'
import { t } from '../i18n/i18n.ts'
import { useCountdown } from './countdown.ts'
import { alerts, focusFirstError } from './focus-first-error.ts'

/** In seconds. Longer waits are shown in minutes. */
const LONG_WAIT = 120

/**
 * The state of one action on a page: whether it is running, its refusal, and how long to wait before a retry. A refusal
 * moves the focus to the first invalid field, or scrolls its notice into view.
 */
export function useAction() {
  const busy = ref(false)
  const failure = ref<unknown>()
  /** Whether repeating the failed request cannot make the change twice. */
  const isIdempotent = ref(false)
  const { seconds: waitSeconds, start: wait } = useCountdown(() => {
    if (!isOutcomeUnknown(failure.value)) failure.value = undefined
  })
  let key = ''

  /** Returns the idempotency key of the request. A retry gets the same key until the outcome is known. */
  const idempotencyKey = (): string => {
    key ||= newKey()
    return key
  }

  return {
    busy,
    waitSeconds,
    refusal: computed(() => (failure.value instanceof Refusal ? failure.value : undefined)),
    /** Whether the outcome of the last request is unknown. */
    isOpen: computed(() => isOutcomeUnknown(failure.value)),
    message: computed(() => messageOf(failure.value, waitSeconds.value, isIdempotent.value)),
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
     * Runs the action, unless it is running already or has to wait.
     * @param act receives a function that returns the idempotency key (docs/contract.md#idempotent-requests): a new
     * key, unless the outcome of the previous request is unknown
     * @returns the result; undefined if the action was refused, is running, or has to wait
     */
    async run<Result>(
      act: (idempotencyKey: () => string) => Promise<Result>,
    ): Promise<Result | undefined> {
      if (busy.value || waitSeconds.value > 0) return undefined
      busy.value = true
      failure.value = undefined
      await nextTick() // until the previous refusal is off the page, so that screen readers announce the new one
      try {
        const result = await act(idempotencyKey)
        key = ''
        return result
      } catch (error) {
        const before = alerts()
        if (!isOutcomeUnknown(error)) key = ''
        isIdempotent.value = key !== ''
        failure.value = error
        void focusFirstError(before)
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
 * @param faults the error of each field; empty for a valid field
 * @throws Refusal `request.invalid` with the fields that have an error
 */
export function showFieldErrors(faults: Record<string, string>): void {
  const fields = Object.entries(faults).flatMap(([field, message]) =>
    message ? [{ field, message }] : [],
  )
  if (fields.length > 0) throw new Refusal(400, { error: 'request.invalid', fields })
}

/** Whether the outcome is unknown because the site or the network lost the response. */
function isOutcomeUnknown(failure: unknown): boolean {
  return failure instanceof Unreachable || (failure instanceof Refusal && failure.status >= 500)
}

/** Returns random text. Unlike `randomUUID`, also works on pages without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Returns the message for a failure. `seconds` above 0 adds how long to wait. For an idempotent request, the message
 * adds that a retry is safe.
 */
export function messageOf(failure: unknown, seconds = 0, isIdempotent = false): string {
  if (failure === undefined) return ''
  if (isIdempotent && !(failure instanceof Refusal && failure.code === 'unavailable')) {
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

function waiting(seconds: number): string {
  const isLong = seconds > LONG_WAIT
  return isLong
    ? t('common.waitMinutes', Math.ceil(seconds / 60))
    : t('common.waitSeconds', seconds)
}

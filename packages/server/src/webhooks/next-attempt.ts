import { DAY, HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import type { Attempt } from './attempt-delivery.ts'
import type { Delivery } from './webhook.ts'

/** The pauses before the second and each further attempt. After the last attempt, the delivery has failed. */
const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/**
 * The largest random extension of a pause, as a fraction of the pause. Because of the extension, receivers that failed
 * at the same time are called again at different times.
 */
const JITTER = 0.1

/** A webhook that has failed for this long without a success is turned off. */
export const MAX_FAILING = 5 * DAY

/**
 * Returns the delivery as it is after an attempt: delivered, failed, or with the instant of the next attempt.
 * @param chance a random number from 0 to 1, for the jitter
 * @param limitedUntil when a rate limit of Discord ends; the attempt then does not count
 */
export function afterAttempt(
  delivery: Delivery,
  attempt: Attempt,
  { now, chance, limitedUntil }: { now: number; chance: number; limitedUntil?: number },
): Delivery {
  const { status, duration, answer } = attempt
  if (limitedUntil !== undefined) {
    return { ...delivery, attemptedAt: now, status, duration, answer, nextAt: limitedUntil }
  }
  const tries = delivery.tries + 1
  const attempted = { ...delivery, tries, attemptedAt: now, status, duration, answer }
  if (attempt.isDelivered) return { ...attempted, state: 'delivered' }
  const delay = RETRY_DELAYS[tries - 1]
  if (delay === undefined) return { ...attempted, state: 'failed' }
  const nextAt = Math.round(now + delay * (1 + JITTER * chance))
  return { ...attempted, nextAt: Math.max(nextAt, attempt.retryAt ?? 0) }
}

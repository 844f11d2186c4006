import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../platform/clock.ts'
import { TimeoutError, withTimeout } from '../platform/with-timeout.ts'
import { isOutage, UnknownOutcomeError } from './database-failure.ts'

type RequestProgress = { since: number; hasCommitted: boolean }

const requestProgress = new AsyncLocalStorage<RequestProgress>()

/**
 * After how many milliseconds from the start of the request `pollUntilKnown` gives up. A request may take nine seconds.
 */
const OUTCOME_TIMEOUT = 8 * SECOND
const POLL_DELAY = SECOND / 4

/**
 * Runs the handler of a request. If an outage occurs after a part of the handler's changes was committed, throws an
 * error that reports an unknown outcome instead.
 * @throws UnknownOutcomeError
 */
export async function withOutcomeTracking<T>(answer: () => Promise<T>): Promise<T> {
  const progress: RequestProgress = { since: performance.now(), hasCommitted: false }
  try {
    return await requestProgress.run(progress, answer)
  } catch (error) {
    throw progress.hasCommitted && isOutage(error) ? new UnknownOutcomeError(error) : error
  }
}

export function markCommitted(): void {
  const progress = requestProgress.getStore()
  if (progress) progress.hasCommitted = true
}

/**
 * Repeats a query during an outage until it succeeds.
 * @returns undefined if the request has taken 8 s without success
 */
export async function pollUntilKnown<T>(query: () => Promise<T>): Promise<T | undefined> {
  const until = (requestProgress.getStore()?.since ?? performance.now()) + OUTCOME_TIMEOUT
  for (;;) {
    const left = until - performance.now()
    if (left <= 0) return undefined
    try {
      return await withTimeout(left, query())
    } catch (error) {
      if (!isOutage(error) && !(error instanceof TimeoutError)) throw error
    }
    await sleep(Math.min(POLL_DELAY, left))
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../platform/clock.ts'
import { TimeoutError, withTimeout } from '../platform/with-timeout.ts'
import { isOutage, UnknownOutcomeError } from './database-failure.ts'

type RequestProgress = { since: number; hasCommitted: boolean }

const requestProgress = new AsyncLocalStorage<RequestProgress>()

/** When the polling ends, counted from the start of the request, which may take nine seconds in all. */
const OUTCOME_TIMEOUT = 8 * SECOND
const POLL_DELAY = SECOND / 4

/** Turns an outage after a partial commit of the handler into an unknown outcome. @throws UnknownOutcomeError */
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

/** Repeats a query until it succeeds or the time of the request is over. @returns undefined if the time was over */
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

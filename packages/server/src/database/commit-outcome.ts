import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../platform/clock.ts'
import { TookTooLong, within } from '../platform/with-timeout.ts'
import { isOutage, LostAnswer } from './database-failure.ts'

/** What a request has done so far, since an instant of `performance.now`. */
type Course = { since: number; hasChanged: boolean }

const courses = new AsyncLocalStorage<Course>()

/** When asking ends, whatever is known by then: a request has nine seconds in all. */
const KNOWN_WITHIN = 8 * SECOND
const ASK_AGAIN_AFTER = SECOND / 4

/**
 * Runs what answers a request that changes something. An outage after a part of it was committed is no
 * longer one that changed nothing.
 *
 * @throws LostAnswer in place of such an outage.
 */
export async function toldTruly<T>(answer: () => Promise<T>): Promise<T> {
  const course: Course = { since: performance.now(), hasChanged: false }
  try {
    return await courses.run(course, answer)
  } catch (error) {
    throw course.hasChanged && isOutage(error) ? new LostAnswer(error) : error
  }
}

/** Notes that something of the request under way was committed. */
export function noteCommit(): void {
  const course = courses.getStore()
  if (course) course.hasChanged = true
}

/**
 * Asks until the database has answered, or the request has to be answered.
 *
 * @returns the answer; undefined when there was none in time.
 */
export async function askUntilKnown<T>(ask: () => Promise<T>): Promise<T | undefined> {
  const until = (courses.getStore()?.since ?? performance.now()) + KNOWN_WITHIN
  for (;;) {
    const left = until - performance.now()
    if (left <= 0) return undefined
    try {
      return await within(left, ask())
    } catch (error) {
      if (!isOutage(error) && !(error instanceof TookTooLong)) throw error
    }
    await sleep(Math.min(ASK_AGAIN_AFTER, left))
  }
}

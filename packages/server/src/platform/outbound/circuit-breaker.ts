import { type Clock, MINUTE } from '../clock.ts'

const MAX_FAILURES = 5
export const OPEN_FOR = MINUTE

/**
 * Makes a circuit breaker. It opens for a minute after five failures in a row. After the minute, one trial decides
 * whether it opens again.
 */
export function circuitBreaker(clock: Clock) {
  let failuresInRow = 0
  let resumesAt = 0
  return {
    mayTry(): boolean {
      if (failuresInRow < MAX_FAILURES) return true
      const now = clock.now()
      if (now < resumesAt) return false
      resumesAt = now + OPEN_FOR // all other calls wait until this trial is decided
      return true
    },
    succeeded(): void {
      failuresInRow = 0
    },
    failed(): boolean {
      failuresInRow += 1
      if (failuresInRow < MAX_FAILURES) return false
      resumesAt = clock.now() + OPEN_FOR
      return true
    },
  }
}

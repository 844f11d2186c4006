import { type Clock, MINUTE } from '../clock.ts'

const MOST_FAILURES = 5
export const PAUSE = MINUTE

/** After several failures in a row it pauses; then one try decides whether to pause again. */
export function circuitBreaker(clock: Clock) {
  let failuresInRow = 0
  let resumesAt = 0
  return {
    mayTry(): boolean {
      if (failuresInRow < MOST_FAILURES) return true
      const now = clock.now()
      if (now < resumesAt) return false
      resumesAt = now + PAUSE // all others wait until this try is decided
      return true
    },
    succeeded(): void {
      failuresInRow = 0
    },
    /** @returns whether a pause begins. */
    failed(): boolean {
      failuresInRow += 1
      if (failuresInRow < MOST_FAILURES) return false
      resumesAt = clock.now() + PAUSE
      return true
    },
  }
}

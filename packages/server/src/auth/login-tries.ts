import { SECOND } from '../platform/clock.ts'
import { pauseEnd, recentMisses } from './login-pause.ts'

/** How long a try may stay undecided; after that its process is taken for dead. */
const UNDECIDED_AT_MOST = 30 * SECOND

/** What an account's sign-ins have come to: misses, and tries whose passwords are being checked. */
export type LoginTries = {
  /** Instants of misses, oldest first. */
  misses: number[]
  undecided: { id: string; at: number }[]
}

export type Admission =
  | { may: 'go'; tries: LoginTries }
  | { may: 'wait' }
  | { may: 'not'; retryAt: number }

/**
 * Whether one more password may be checked. Every undecided try may turn out a miss, so together
 * with the misses they never exceed `allowed`; a try that finds its place taken by undecided ones
 * waits for them. Once a pause is over one try goes at a time.
 */
export function admitTry(tries: LoginTries, allowed: number, id: string, now: number): Admission {
  const retryAt = pauseEnd(tries.misses, allowed, now)
  if (now < retryAt) return { may: 'not', retryAt }

  const misses = recentMisses(tries.misses, now)
  const undecided = tries.undecided.filter(({ at }) => now - at < UNDECIDED_AT_MOST)
  const places = Math.max(1, allowed - misses.length)
  if (undecided.length >= places) return { may: 'wait' }
  return { may: 'go', tries: { misses, undecided: [...undecided, { id, at: now }] } }
}

/** The try `id` is decided: it was a miss, or neither a miss nor a success. */
export function decideTry(tries: LoginTries, id: string, missedAt: number | undefined): LoginTries {
  const undecided = tries.undecided.filter((one) => one.id !== id)
  if (missedAt === undefined) return { misses: tries.misses, undecided }
  return { misses: [...recentMisses(tries.misses, missedAt), missedAt], undecided }
}

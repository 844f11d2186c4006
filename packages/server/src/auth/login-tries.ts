import { SECOND } from '../platform/clock.ts'
import { addMiss, forgottenAt, type Misses, missesLeft, pauseEnd } from './login-pause.ts'

/** How long a try may stay undecided; after that its process is taken for dead. */
const UNDECIDED_AT_MOST = 30 * SECOND

/** What one count of tries has come to: misses, and tries that are being checked. */
export type LoginTries = { misses: Misses; undecided: { id: string; at: number }[] }

export type Admission =
  | { may: 'go'; tries: LoginTries }
  | { may: 'wait' }
  | { may: 'not'; retryAt: number }

/**
 * Whether one more try may be checked. Every undecided one may turn out a miss, so together with the
 * misses they never exceed what is allowed; a try that finds its place taken by undecided ones waits
 * for them. Once a pause is over one try goes at a time.
 */
export function admitTry(tries: LoginTries, allowed: number, id: string, now: number): Admission {
  const { misses } = tries
  const retryAt = pauseEnd(misses, allowed, now)
  if (now < retryAt) return { may: 'not', retryAt }

  const undecided = tries.undecided.filter(({ at }) => now - at < UNDECIDED_AT_MOST)
  const places = Math.max(1, missesLeft(misses, allowed, now))
  if (undecided.length >= places) return { may: 'wait' }
  return { may: 'go', tries: { misses, undecided: [...undecided, { id, at: now }] } }
}

/** The try `id` was neither a miss nor a success: the misses before it stay. */
export function withdrawTry({ misses, undecided }: LoginTries, id: string): LoginTries {
  return { misses, undecided: undecided.filter((one) => one.id !== id) }
}

/** The try `id` was a miss. */
export function missTry(tries: LoginTries, allowed: number, id: string, now: number): LoginTries {
  return { ...withdrawTry(tries, id), misses: addMiss(tries.misses, allowed, now) }
}

/** From when on the tries say nothing any more. */
export function triesEnd({ misses, undecided }: LoginTries): number {
  return Math.max(forgottenAt(misses), (undecided.at(-1)?.at ?? 0) + UNDECIDED_AT_MOST)
}

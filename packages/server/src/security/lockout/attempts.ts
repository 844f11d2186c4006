import { SECOND } from '../../platform/clock.ts'
import { addMiss, forgottenAt, type Misses, missesLeft, pauseEnd } from './login-lockout.ts'

/** How long a try may stay undecided before its process is presumed dead. */
const UNDECIDED_AT_MOST = 30 * SECOND

/** The state of one count: its misses, and the tries that are being checked. */
export type LoginTries = { misses: Misses; undecided: { id: string; at: number }[] }

/** How many misses begin a pause, and how many of the misses in hand one takes (see login-lockout.ts). */
export type MissRule = { allowed: number; weight: number }

export type Admission =
  | { may: 'go'; tries: LoginTries }
  | { may: 'wait' }
  | { may: 'not'; retryAt: number }

/**
 * Decides whether one more try may be checked. Any undecided try may turn out to be a miss, so
 * misses and undecided tries together never exceed what is allowed; a try that finds its place
 * taken by undecided ones waits for them. Once a pause is over, one try at a time may go.
 */
export function admitTry(
  tries: LoginTries,
  { allowed, weight }: MissRule,
  id: string,
  now: number,
): Admission {
  const { misses } = tries
  const retryAt = pauseEnd(misses, allowed, now)
  if (now < retryAt) return { may: 'not', retryAt }

  const undecided = tries.undecided.filter(({ at }) => now - at < UNDECIDED_AT_MOST)
  const places = Math.max(1, missesLeft(misses, allowed, now, weight))
  if (undecided.length >= places) return { may: 'wait' }
  return { may: 'go', tries: { misses, undecided: [...undecided, { id, at: now }] } }
}

/** Removes the try `id`, which was neither a miss nor a success; earlier misses stay. */
export function withdrawTry({ misses, undecided }: LoginTries, id: string): LoginTries {
  return { misses, undecided: undecided.filter((one) => one.id !== id) }
}

/** Turns the try `id` into a miss. */
export function missTry(
  tries: LoginTries,
  { allowed, weight }: MissRule,
  id: string,
  now: number,
): LoginTries {
  return { ...withdrawTry(tries, id), misses: addMiss(tries.misses, allowed, now, weight) }
}

/** Returns the instant from which the tries no longer matter. */
export function triesEnd({ misses, undecided }: LoginTries): number {
  return Math.max(forgottenAt(misses), (undecided.at(-1)?.at ?? 0) + UNDECIDED_AT_MOST)
}

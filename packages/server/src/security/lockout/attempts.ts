import { SECOND } from '../../platform/clock.ts'
import {
  addFailure,
  attemptsLeft,
  type FailedAttempts,
  failuresExpireAt,
  lockoutEnd,
} from './login-lockout.ts'

/** After this time an undecided attempt is ignored, because its process is presumed dead. */
const PENDING_TTL = 30 * SECOND

/** The state of a counter: its failures, and the attempts that are being checked. */
export type LoginAttempts = { misses: FailedAttempts; undecided: { id: string; at: number }[] }

/**
 * `allowed` is how many failures start a lockout; `weight` is how many failures each failure counts as in the daily
 * budget (see login-lockout.ts).
 */
export type FailureRule = { allowed: number; weight: number }

export type Admission =
  | { verdict: 'go'; attempts: LoginAttempts }
  | { verdict: 'wait' }
  | { verdict: 'not'; retryAt: number }

/**
 * Decides whether an attempt may be checked now (`go`), has to wait for others (`wait`), or is refused by a lockout
 * (`not`). Failures and undecided attempts together never exceed the limit. After a lockout, attempts are checked one
 * at a time.
 */
export function admitAttempt(
  attempts: LoginAttempts,
  { allowed, weight }: FailureRule,
  id: string,
  now: number,
): Admission {
  const { misses } = attempts
  const retryAt = lockoutEnd(misses, allowed, now)
  if (now < retryAt) return { verdict: 'not', retryAt }

  const undecided = attempts.undecided.filter(({ at }) => now - at < PENDING_TTL)
  const pending = Math.max(1, attemptsLeft(misses, allowed, now, weight))
  if (undecided.length >= pending) return { verdict: 'wait' }
  return { verdict: 'go', attempts: { misses, undecided: [...undecided, { id, at: now }] } }
}

export function withdrawAttempt({ misses, undecided }: LoginAttempts, id: string): LoginAttempts {
  return { misses, undecided: undecided.filter((one) => one.id !== id) }
}

export function failAttempt(
  attempts: LoginAttempts,
  { allowed, weight }: FailureRule,
  id: string,
  now: number,
): LoginAttempts {
  return {
    ...withdrawAttempt(attempts, id),
    misses: addFailure(attempts.misses, allowed, now, weight),
  }
}

export function attemptsExpireAt({ misses, undecided }: LoginAttempts): number {
  return Math.max(failuresExpireAt(misses), (undecided.at(-1)?.at ?? 0) + PENDING_TTL)
}

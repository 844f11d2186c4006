import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts'

/** How many failures start a lockout. The number is higher if every attempt costs a captcha. */
export const MAX_FAILED_ATTEMPTS = 10
export const MAX_FAILED_ATTEMPTS_WITH_CAPTCHA = 25
export const FAILURE_WINDOW = 15 * MINUTE
export const INITIAL_LOCKOUT = 5 * SECOND
export const MAX_LOCKOUT = 5 * MINUTE
/**
 * How long the failures before a lockout are remembered. A failure within this time after the last one starts a longer
 * lockout.
 */
export const LOCKOUT_MEMORY = HOUR

const DOUBLINGS = Math.ceil(Math.log2(MAX_LOCKOUT / INITIAL_LOCKOUT))

/**
 * How many failures the daily budget of an account allows at most. It regains one every six minutes, so in any 24 hours
 * at most 60 + 240 failures are possible.
 */
export const FAILURE_BUDGET = 60
export const BUDGET_REFILL_INTERVAL = 6 * MINUTE

export type FailedAttempts = {
  /** The failures that count towards a lockout, oldest first. */
  instants: readonly number[]
  allBackAt: number
}

export const NO_FAILURES: FailedAttempts = { instants: [], allBackAt: 0 }

/**
 * Returns the instant until which attempts are refused; an instant in the past if there is no lockout. The `allowed`-th
 * failure within 15 minutes and each further one start a lockout. Each lockout is twice as long as the one before, up
 * to five minutes. After an hour without a failure, the lockouts start again with the shortest
 * (docs/contract.md#signing-in).
 */
export function lockoutEnd(
  { instants, allBackAt }: FailedAttempts,
  allowed: number,
  now: number,
): number {
  const counted = recentFailures(instants, allowed, now)
  const latest = counted.at(-1)
  const doublings = counted.length - allowed
  const oneRefilledAt = allBackAt - (FAILURE_BUDGET - 1) * BUDGET_REFILL_INTERVAL
  if (latest === undefined || doublings < 0) return oneRefilledAt
  return Math.max(oneRefilledAt, latest + Math.min(INITIAL_LOCKOUT * 2 ** doublings, MAX_LOCKOUT))
}

/**
 * Returns how many more failures are allowed before a lockout; zero or less during a lockout.
 * @param weight how many failures one counts as in the daily budget
 */
export function attemptsLeft(
  { instants, allBackAt }: FailedAttempts,
  allowed: number,
  now: number,
  weight = 1,
): number {
  const spent = Math.ceil(Math.max(0, allBackAt - now) / BUDGET_REFILL_INTERVAL)
  const budgetLeft = Math.ceil((FAILURE_BUDGET - spent) / weight)
  return Math.min(allowed - recentFailures(instants, allowed, now).length, budgetLeft)
}

export function addFailure(
  { instants, allBackAt }: FailedAttempts,
  allowed: number,
  now: number,
  weight = 1,
): FailedAttempts {
  return {
    instants: [...recentFailures(instants, allowed, now), now].slice(-(allowed + DOUBLINGS)),
    allBackAt: Math.max(allBackAt, now) + weight * BUDGET_REFILL_INTERVAL,
  }
}

export function failuresExpireAt({ instants, allBackAt }: FailedAttempts): number {
  return Math.max((instants.at(-1) ?? 0) + LOCKOUT_MEMORY, allBackAt)
}

/**
 * Returns the failures that count. Below the threshold, these are the failures of the last 15 minutes. Once the
 * threshold is reached, all of them count.
 */
function recentFailures(
  instants: readonly number[],
  allowed: number,
  now: number,
): readonly number[] {
  const latest = instants.at(-1) ?? 0
  if (now - latest >= LOCKOUT_MEMORY) return []
  return instants.length >= allowed ? instants : instants.filter((at) => at > now - FAILURE_WINDOW)
}

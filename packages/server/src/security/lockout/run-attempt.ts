import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/random.ts'
import {
  type AttemptCounters,
  findAttempts,
  findBothAttempts,
  replaceAttempts,
  type StoredAttempts,
} from './attempt-store.ts'
import {
  admitAttempt,
  attemptsExpireAt,
  type FailureRule,
  failAttempt,
  type LoginAttempts,
  withdrawAttempt,
} from './attempts.ts'
import { lockoutEnd } from './login-lockout.ts'

type Deps = Pick<App, 'db' | 'clock' | 'random' | 'maxFailedAttempts'>

/**
 * Why an attempt was not accepted. `totp-missing` does not count as a failure: the password was right, and the client
 * asks for the code next.
 */
export type FailureReason = 'unknown' | 'password' | 'totp-missing' | 'totp-wrong'

/**
 * Why an attempt failed, and whether the failure started a lockout. An attempt with the reason `paused` was not
 * checked.
 */
export type SignInFailure =
  | { reason: 'paused'; retryAt: number }
  | { reason: FailureReason; startedLockout?: boolean }

const RETRY_DELAY = 15
const MAX_RETRIES = 400

export type CountedAccount = {
  account: string
  weight?: number | undefined
  /** The state of the counter, if the caller has read it already, which saves a statement. */
  seen?: StoredAttempts
}

/**
 * Checks one attempt, unless the account is locked out. The attempt is counted before it is checked. So of parallel
 * guesses in all instances, no more are checked than the limit allows (docs/decisions/003-misses-before-checks.md). A
 * successful attempt remains counted until the caller calls `deleteAttempts`.
 * @param check checks the attempt; `failure` is undefined if it is right
 * @returns the result of `check`, or the failure `paused` if the attempt was not checked
 * @throws Refusal `overloaded` if earlier attempts stay undecided for 6 s
 */
export async function runAttempt<Found extends { failure: SignInFailure | undefined }>(
  app: Deps,
  { account, weight = 1, seen }: CountedAccount,
  check: () => Promise<Found>,
): Promise<Found | { failure: SignInFailure }> {
  const id = newId(app.random)
  const rule = { allowed: app.maxFailedAttempts, weight }
  const retryAt = await reserveAttempt(app, account, { id, rule, seen })
  if (retryAt !== undefined) return { failure: { reason: 'paused', retryAt } }

  const withdraw = () => updateAttempts(app, account, (attempts) => withdrawAttempt(attempts, id))
  const found = await check().catch(async (error) => {
    await withdraw() // nothing was decided, for example because the queue was full
    throw error
  })
  const { failure } = found
  if (!failure) return found
  if (failure.reason === 'paused' || failure.reason === 'totp-missing') {
    await withdraw()
    return found
  }
  const now = app.clock.now()
  const after = await updateAttempts(app, account, (attempts) =>
    failAttempt(attempts, rule, id, now),
  )
  const isLockedOut = now < lockoutEnd(after.misses, app.maxFailedAttempts, now)
  return isLockedOut ? { ...found, failure: { ...failure, startedLockout: true } } : found
}

/**
 * Returns when a lockout by one of the two counters ends, the later end if both have one; undefined without a lockout.
 * Also returns the state of the password counter.
 */
export async function findLockout(
  app: Deps,
  counters: AttemptCounters,
): Promise<{ retryAt: number | undefined; seen: StoredAttempts }> {
  const now = app.clock.now()
  const { password, code } = await findBothAttempts(app.db, counters)
  const ends = [password, code].map(({ attempts }) =>
    lockoutEnd(attempts.misses, app.maxFailedAttempts, now),
  )
  const retryAt = Math.max(...ends)
  return { retryAt: now < retryAt ? retryAt : undefined, seen: password }
}

/**
 * Adds the attempt to the counter. The write fails if the row has changed since it was read, so an outdated `seen` does
 * no harm.
 * @returns until when the account is locked out; undefined if the attempt may be checked
 */
async function reserveAttempt(
  app: Deps,
  account: string,
  { id, rule, seen }: { id: string; rule: FailureRule; seen: StoredAttempts | undefined },
): Promise<number | undefined> {
  for (let retries = 0, old = seen; retries < MAX_RETRIES; retries += 1, old = undefined) {
    const before = old ?? (await findAttempts(app.db, account))
    const admission = admitAttempt(before.attempts, rule, id, app.clock.now())
    if (admission.verdict === 'go') {
      if (await writeAttempts(app, account, before, admission.attempts)) return undefined
    } else if (!old) {
      if (admission.verdict === 'not') return admission.retryAt
      await sleep(RETRY_DELAY)
    }
  }
  throw new Refusal('overloaded', { retryAfter: 1 })
}

async function updateAttempts(
  app: Deps,
  account: string,
  next: (attempts: LoginAttempts) => LoginAttempts,
): Promise<LoginAttempts> {
  for (;;) {
    const before = await findAttempts(app.db, account)
    const attempts = next(before.attempts)
    if (await writeAttempts(app, account, before, attempts)) return attempts
  }
}

/**
 * Stores the counter, unless another attempt has changed it since, so that parallel attempts cannot overlook each
 * other.
 * @returns whether it was stored
 */
function writeAttempts(
  app: Deps,
  account: string,
  before: StoredAttempts,
  attempts: LoginAttempts,
): Promise<boolean> {
  return replaceAttempts(app.db, {
    account,
    before,
    attempts,
    expiresAt: attemptsExpireAt(attempts),
  })
}

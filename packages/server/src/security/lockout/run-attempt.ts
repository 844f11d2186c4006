import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/random.ts'
import {
  type Counts,
  findBothTries,
  findTries,
  replaceTries,
  type StoredTries,
} from './attempt-store.ts'
import {
  admitTry,
  type LoginTries,
  type MissRule,
  missTry,
  triesEnd,
  withdrawTry,
} from './attempts.ts'
import { pauseEnd } from './login-lockout.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'missesAllowed'>

/**
 * `totp-missing` does not count as a miss: the password was right, and the code is asked for next.
 */
export type Miss = 'unknown' | 'password' | 'totp-missing' | 'totp-wrong'

/** What stopped a try, and whether that began a pause. A `paused` try was not checked at all. */
export type Stop = { miss: 'paused'; retryAt: number } | { miss: Miss; beganPause?: boolean }

const LOOK_AGAIN_AFTER = 15
const MOST_LOOKS = 400

/** The count in which a try takes its place, and which it adds to as a miss. */
export type Count = {
  account: string
  /** How many of the misses in hand a miss takes (default 1). */
  weight?: number | undefined
  /** The count as it was read before, which saves a statement. */
  seen?: StoredTries
}

/**
 * Checks one try, unless the account is paused. The try takes a place before it is checked, so of
 * any number of parallel guesses, across all instances, no more are checked than the pause allows
 * (docs/decisions/003-misses-before-checks.md). A success keeps its place until `deleteTries`.
 *
 * @param check finds what stops the try, `stop` being undefined when it is right, and whatever else the
 *   caller needs of it.
 * @returns what `check` found; what stopped the try when it was not checked.
 * @throws Refusal `overloaded` when the tries before this one stay undecided for 6 s.
 */
export async function tryOnce<Found extends { stop: Stop | undefined }>(
  app: Needs,
  { account, weight = 1, seen }: Count,
  check: () => Promise<Found>,
): Promise<Found | { stop: Stop }> {
  const id = newId(app.random)
  const rule = { allowed: app.missesAllowed, weight }
  const retryAt = await takePlace(app, account, { id, rule, seen })
  if (retryAt !== undefined) return { stop: { miss: 'paused', retryAt } }

  const giveBack = () => change(app, account, (tries) => withdrawTry(tries, id))
  const found = await check().catch(async (error) => {
    await giveBack() // nothing was decided, for example because the queue was full
    throw error
  })
  const { stop } = found
  if (!stop) return found
  if (stop.miss === 'paused' || stop.miss === 'totp-missing') {
    await giveBack()
    return found
  }
  const now = app.clock.now()
  const after = await change(app, account, (tries) => missTry(tries, rule, id, now))
  const isPaused = now < pauseEnd(after.misses, app.missesAllowed, now)
  return isPaused ? { ...found, stop: { ...stop, beganPause: true } } : found
}

/**
 * Finds when the pause ends, the later one if both counts are paused; undefined if neither is. `seen`
 * is what the password's count was then, for `tryOnce`.
 */
export async function findPause(
  app: Needs,
  counts: Counts,
): Promise<{ retryAt: number | undefined; seen: StoredTries }> {
  const now = app.clock.now()
  const { password, code } = await findBothTries(app.db, counts)
  const ends = [password, code].map(({ tries }) => pauseEnd(tries.misses, app.missesAllowed, now))
  const retryAt = Math.max(...ends)
  return { retryAt: now < retryAt ? retryAt : undefined, seen: password }
}

/**
 * Takes a place for the try; returns when the pause ends if the account is paused instead. A place is
 * taken only if the row still is what was read, so what was seen earlier may be out of date: it lets
 * nobody in and refuses nobody.
 */
async function takePlace(
  app: Needs,
  account: string,
  { id, rule, seen }: { id: string; rule: MissRule; seen: StoredTries | undefined },
): Promise<number | undefined> {
  for (let looks = 0, old = seen; looks < MOST_LOOKS; looks += 1, old = undefined) {
    const before = old ?? (await findTries(app.db, account))
    const admission = admitTry(before.tries, rule, id, app.clock.now())
    if (admission.may === 'go') {
      if (await write(app, account, before, admission.tries)) return undefined
    } else if (!old) {
      if (admission.may === 'not') return admission.retryAt
      await sleep(LOOK_AGAIN_AFTER)
    }
  }
  throw new Refusal('overloaded', { retryAfter: 1 })
}

async function change(
  app: Needs,
  account: string,
  next: (tries: LoginTries) => LoginTries,
): Promise<LoginTries> {
  for (;;) {
    const before = await findTries(app.db, account)
    const tries = next(before.tries)
    if (await write(app, account, before, tries)) return tries
  }
}

/** Writes only if nobody has written since, so that parallel tries cannot overlook each other. */
function write(
  app: Needs,
  account: string,
  before: StoredTries,
  tries: LoginTries,
): Promise<boolean> {
  return replaceTries(app.db, { account, before, tries, expiresAt: triesEnd(tries) })
}

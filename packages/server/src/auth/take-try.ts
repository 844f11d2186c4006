import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../platform/random.ts'
import { MISS_WINDOW, pauseEnd } from './login-pause.ts'
import { admitTry, decideTry, type LoginTries } from './login-tries.ts'
import { findTries, replaceTries, type StoredTries } from './login-tries-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'missesAllowed'>

/** `retryAt`: the account is paused until then. */
export type Taken = { ok: true; id: string } | { ok: false; retryAt: number }

const LOOK_AGAIN_AFTER = 15
const MOST_LOOKS = 400

/**
 * Takes a try of an account before its password is checked, unless the account is paused. So of any
 * number of parallel guesses, over all instances, no more are checked than the pause allows
 * (docs/decisions/003-misses-before-checks.md). A write holds only if nobody wrote since the read.
 *
 * @throws Refusal `overloaded` when the tries before this one stay undecided for 6 s.
 */
export async function takeTry(app: Needs, account: string): Promise<Taken> {
  const id = newId(app.random)
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const before = await findTries(app.db, account)
    const admission = admitTry(before.tries, app.missesAllowed, id, app.clock.now())
    if (admission.may === 'not') return { ok: false, retryAt: admission.retryAt }
    if (admission.may === 'wait') await sleep(LOOK_AGAIN_AFTER)
    else if (await write(app, account, before, admission.tries)) return { ok: true, id }
  }
  throw new Refusal('overloaded', { retryAfter: 1 })
}

/** The try was a miss. */
export async function countMiss(app: Needs, account: string, id: string): Promise<void> {
  await decide(app, account, id, app.clock.now())
}

/** The try was neither a miss nor a success: the misses before it stay. */
export async function giveBackTry(app: Needs, account: string, id: string): Promise<void> {
  await decide(app, account, id, undefined)
}

/** The end of the account's pause; undefined when it is not paused. Takes nothing. */
export async function findPause(app: Needs, account: string): Promise<number | undefined> {
  const now = app.clock.now()
  const { tries } = await findTries(app.db, account)
  const retryAt = pauseEnd(tries.misses, app.missesAllowed, now)
  return now < retryAt ? retryAt : undefined
}

async function decide(
  app: Needs,
  account: string,
  id: string,
  missedAt: number | undefined,
): Promise<void> {
  for (;;) {
    const before = await findTries(app.db, account)
    if (await write(app, account, before, decideTry(before.tries, id, missedAt))) return
  }
}

function write(
  app: Needs,
  account: string,
  before: StoredTries,
  tries: LoginTries,
): Promise<boolean> {
  const expiresAt = app.clock.now() + MISS_WINDOW
  return replaceTries(app.db, { account, before, tries, expiresAt })
}

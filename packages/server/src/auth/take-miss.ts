import type { App } from '../app.ts'
import { findMisses, replaceMisses } from './login-miss-store.ts'
import { MISS_WINDOW, pauseEnd, recentMisses } from './login-pause.ts'

type Needs = Pick<App, 'db' | 'clock' | 'missesAllowed'>

/** `retryAt`: the account is paused until then. */
export type Taken = { ok: true } | { ok: false; retryAt: number }

/**
 * Counts a try as a miss before it is checked, unless the account is paused; a success takes the
 * misses back (`deleteMisses`). So of any number of parallel guesses no more are checked than the
 * limit allows. The write holds only if nobody wrote since the read; otherwise it is tried anew.
 */
export async function takeMiss(app: Needs, account: string): Promise<Taken> {
  for (;;) {
    const now = app.clock.now()
    const before = await findMisses(app.db, account)
    const retryAt = pauseEnd(before.instants, app.missesAllowed(), now)
    if (now < retryAt) return { ok: false, retryAt }

    const instants = [...recentMisses(before.instants, now), now]
    const taken = await replaceMisses(app.db, {
      account,
      before,
      instants,
      expiresAt: now + MISS_WINDOW,
    })
    if (taken) return { ok: true }
  }
}

/** The end of the account's pause; undefined when it is not paused. Counts nothing. */
export async function findPause(app: Needs, account: string): Promise<number | undefined> {
  const now = app.clock.now()
  const { instants } = await findMisses(app.db, account)
  const retryAt = pauseEnd(instants, app.missesAllowed(), now)
  return now < retryAt ? retryAt : undefined
}

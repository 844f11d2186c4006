import assert from 'node:assert/strict'
import { SECOND } from '../../../src/platform/clock.ts'
import {
  FAILURE_WINDOW,
  INITIAL_LOCKOUT,
  LOCKOUT_MEMORY,
} from '../../../src/security/lockout/login-lockout.ts'
import { attackersOf, LOCKED_OUT, retryAfter, WRONG_CREDENTIALS } from '../../sign-in/attackers.ts'
import { outcome, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'

siteTest('each failure within an hour after a lockout starts a longer one', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)
  await attackers.reachLockout('Steve')

  const pauses: number[] = []
  for (const wait of [FAILURE_WINDOW, LOCKOUT_MEMORY - 1, LOCKOUT_MEMORY - 1]) {
    site.wait(wait)
    pauses.push(await pauseAfterMiss(site, 'Steve'))
  }

  assert.deepEqual(pauses, [2 * INITIAL_LOCKOUT, 4 * INITIAL_LOCKOUT, 8 * INITIAL_LOCKOUT])
})

siteTest('the shortest lockout applies again after an hour without a failure', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)
  await attackers.reachLockout('Steve')

  site.wait(LOCKOUT_MEMORY)
  const few = await attackers.failToSignIn('Steve', site.app.maxFailedAttempts - 1)
  const first = await pauseAfterMiss(site, 'Steve')

  assert.deepEqual(tally(few), { [WRONG_CREDENTIALS]: site.app.maxFailedAttempts - 1 })
  assert.equal(first, INITIAL_LOCKOUT)
})

siteTest('an attempt during a lockout does not prolong it', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)
  await attackers.reachLockout('Steve')

  site.wait(INITIAL_LOCKOUT - 1)
  const refused = await attackers.guess('Steve', PASSWORD)
  site.wait(LOCKOUT_MEMORY - INITIAL_LOCKOUT + 1)
  const few = await attackers.failToSignIn('Steve', site.app.maxFailedAttempts - 1)
  const owner = await attackers.guess('Steve', PASSWORD)

  assert.deepEqual([refused, owner].map(outcome), [LOCKED_OUT, '200'])
  assert.deepEqual(tally(few), { [WRONG_CREDENTIALS]: site.app.maxFailedAttempts - 1 })
})

/** Adds one failure. @returns the length of the lockout that it started, in milliseconds */
async function pauseAfterMiss(site: Site, login: string): Promise<number> {
  const attackers = attackersOf(site)
  const miss = await attackers.guess(login)
  assert.equal(outcome(miss), WRONG_CREDENTIALS)
  return retryAfter(await attackers.guess(login)) * SECOND
}

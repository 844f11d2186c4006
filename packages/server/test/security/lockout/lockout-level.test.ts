import assert from 'node:assert/strict'
import { SECOND } from '../../../src/platform/clock.ts'
import {
  FIRST_PAUSE,
  LEVEL_KEPT,
  MISS_WINDOW,
} from '../../../src/security/lockout/login-lockout.ts'
import { MISSED, PAUSED, retryAfter, strangersOf } from '../../sign-in/attackers.ts'
import { outcome, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'

siteTest('after a pause, each miss within an hour begins a longer one', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)
  await strangers.reachPause('Steve')

  const pauses: number[] = []
  for (const wait of [MISS_WINDOW, LEVEL_KEPT - 1, LEVEL_KEPT - 1]) {
    site.wait(wait)
    pauses.push(await pauseAfterMiss(site, 'Steve'))
  }

  assert.deepEqual(pauses, [2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE])
})

siteTest('after an hour without a miss the pauses start over', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)
  await strangers.reachPause('Steve')

  site.wait(LEVEL_KEPT)
  const few = await strangers.miss('Steve', site.app.missesAllowed - 1)
  const first = await pauseAfterMiss(site, 'Steve')

  assert.deepEqual(tally(few), { [MISSED]: site.app.missesAllowed - 1 })
  assert.equal(first, FIRST_PAUSE)
})

siteTest('a try during a pause does not prolong it', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)
  await strangers.reachPause('Steve')

  site.wait(FIRST_PAUSE - 1)
  const refused = await strangers.guess('Steve', PASSWORD)
  site.wait(LEVEL_KEPT - FIRST_PAUSE + 1)
  const few = await strangers.miss('Steve', site.app.missesAllowed - 1)
  const owner = await strangers.guess('Steve', PASSWORD)

  assert.deepEqual([refused, owner].map(outcome), [PAUSED, '200'])
  assert.deepEqual(tally(few), { [MISSED]: site.app.missesAllowed - 1 })
})

/** Adds one miss, and returns the pause that it began. */
async function pauseAfterMiss(site: Site, login: string): Promise<number> {
  const strangers = strangersOf(site)
  const miss = await strangers.guess(login)
  assert.equal(outcome(miss), MISSED)
  return retryAfter(await strangers.guess(login)) * SECOND
}

import assert from 'node:assert/strict'
import { FIRST_PAUSE } from '../../../src/security/lockout/login-lockout.ts'
import { MISSED, PAUSED, strangersOf } from '../../sign-in/attackers.ts'
import { type Browser, outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'

siteTest('a stranger cannot delay the owner in a browser the site knows', async (site) => {
  const steve = await site.player('Steve')
  const strangers = strangersOf(site)
  await strangers.reachPause('Steve')

  const owner = await steve.browser.logIn('Steve', PASSWORD)
  const stranger = await strangers.guess('Steve', PASSWORD)

  assert.deepEqual([owner, stranger].map(outcome), ['200', PAUSED])
})

siteTest('misses in the owner’s own browser delay that browser alone', async (site) => {
  const steve = await site.player('Steve')
  const strangers = strangersOf(site)

  const misses = await missIn(steve.browser, 'Steve', site.app.missesAllowed)
  const owner = await steve.browser.logIn('Steve', PASSWORD)
  const elsewhere = await strangers.guess('Steve', PASSWORD)
  const still = await steve.browser.logIn('Steve', PASSWORD)
  site.wait(FIRST_PAUSE)
  const later = await steve.browser.logIn('Steve', PASSWORD)

  assert.deepEqual(tally(misses), { [MISSED]: site.app.missesAllowed })
  assert.deepEqual([owner, elsewhere, still, later].map(outcome), [PAUSED, '200', PAUSED, '200'])
})

siteTest('another account’s browser is a stranger like any other', async (site) => {
  await site.player('Steve')
  const alex = await site.player('Alex')
  const strangers = strangersOf(site)

  const misses = [
    ...(await missIn(alex.browser, 'Steve', site.app.missesAllowed - 1)),
    ...(await strangers.miss('Steve', 1)),
  ]
  const paused = [
    await alex.browser.logIn('Steve', PASSWORD),
    await strangers.guess('Steve', PASSWORD),
  ]
  const own = await alex.browser.logIn('Alex', PASSWORD)

  assert.deepEqual(tally(misses), { [MISSED]: site.app.missesAllowed })
  assert.deepEqual(tally(paused), { [PAUSED]: 2 })
  assert.equal(own.status, 200)
})

siteTest('an invented device cookie gives nobody extra tries', async (site) => {
  await site.player('Steve')
  const guess = (n: number, password: string) =>
    site.browser().logIn('Steve', password, { cookie: `portal_device=made-up-${n}` })

  const misses: Reply[] = []
  for (let n = 0; n < site.app.missesAllowed; n += 1) misses.push(await guess(n, 'wrong guess'))
  const paused = await guess(site.app.missesAllowed, PASSWORD)

  assert.deepEqual(tally(misses), { [MISSED]: site.app.missesAllowed })
  assert.equal(outcome(paused), PAUSED)
})

async function missIn(browser: Browser, login: string, times: number): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let turn = 0; turn < times; turn += 1) replies.push(await browser.logIn(login, 'wrong'))
  return replies
}

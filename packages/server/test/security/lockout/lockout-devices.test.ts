import assert from 'node:assert/strict'
import { INITIAL_LOCKOUT } from '../../../src/security/lockout/login-lockout.ts'
import { attackersOf, LOCKED_OUT, WRONG_CREDENTIALS } from '../../sign-in/attackers.ts'
import { type Browser, outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

sqliteTest('an attacker cannot lock the owner out of a familiar browser', async (site) => {
  const steve = await site.player('Steve')
  const attackers = attackersOf(site)
  await attackers.reachLockout('Steve')

  const owner = await steve.browser.logIn('Steve', PASSWORD)
  const attacker = await attackers.guess('Steve', PASSWORD)

  assert.deepEqual([owner, attacker].map(outcome), ['200', LOCKED_OUT])
})

sqliteTest('failures in the owner’s own browser lock only that browser out', async (site) => {
  const steve = await site.player('Steve')
  const attackers = attackersOf(site)

  const misses = await missIn(steve.browser, 'Steve', site.app.maxFailedAttempts)
  const owner = await steve.browser.logIn('Steve', PASSWORD)
  const elsewhere = await attackers.guess('Steve', PASSWORD)
  const still = await steve.browser.logIn('Steve', PASSWORD)
  site.wait(INITIAL_LOCKOUT)
  const later = await steve.browser.logIn('Steve', PASSWORD)

  assert.deepEqual(tally(misses), { [WRONG_CREDENTIALS]: site.app.maxFailedAttempts })
  assert.deepEqual([owner, elsewhere, still, later].map(outcome), [
    LOCKED_OUT,
    '200',
    LOCKED_OUT,
    '200',
  ])
})

sqliteTest('a browser that only another account used has no counter of its own', async (site) => {
  await site.player('Steve')
  const alex = await site.player('Alex')
  const attackers = attackersOf(site)

  const misses = [
    ...(await missIn(alex.browser, 'Steve', site.app.maxFailedAttempts - 1)),
    ...(await attackers.failToSignIn('Steve', 1)),
  ]
  const paused = [
    await alex.browser.logIn('Steve', PASSWORD),
    await attackers.guess('Steve', PASSWORD),
  ]
  const own = await alex.browser.logIn('Alex', PASSWORD)

  assert.deepEqual(tally(misses), { [WRONG_CREDENTIALS]: site.app.maxFailedAttempts })
  assert.deepEqual(tally(paused), { [LOCKED_OUT]: 2 })
  assert.equal(own.status, 200)
})

sqliteTest('an invented device cookie gives no extra attempts', async (site) => {
  await site.player('Steve')
  const guess = (n: number, password: string) =>
    site.browser().logIn('Steve', password, { cookie: `portal_device=made-up-${n}` })

  const misses: Reply[] = []
  for (let n = 0; n < site.app.maxFailedAttempts; n += 1) misses.push(await guess(n, 'wrong guess'))
  const paused = await guess(site.app.maxFailedAttempts, PASSWORD)

  assert.deepEqual(tally(misses), { [WRONG_CREDENTIALS]: site.app.maxFailedAttempts })
  assert.equal(outcome(paused), LOCKED_OUT)
})

async function missIn(browser: Browser, login: string, times: number): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let turn = 0; turn < times; turn += 1) replies.push(await browser.logIn(login, 'wrong'))
  return replies
}

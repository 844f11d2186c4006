import assert from 'node:assert/strict'
import { codeCounterOf } from '../../../src/credentials/two-factor/check-code.ts'
import { SECOND } from '../../../src/platform/clock.ts'
import { INITIAL_LOCKOUT } from '../../../src/security/lockout/login-lockout.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { attackersOf, LOCKED_OUT } from '../../sign-in/attackers.ts'
import { playerWithTwoFactor } from '../../sign-in/sign-in-surfaces.ts'
import { type Browser, bearer, outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const WRONG_CODE = '401 auth.wrong2fa'

siteTest('wrong codes are counted for the account on any device', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const launcher = await openLauncher(site)
  const devices = await familiarDevices(site, steve, 3)
  const doors = [...devices, site.browser({ ip: '203.0.113.99' })]
  const tries = [
    ...doors.map((browser) => (totp: string) => logIn(browser, totp)),
    (totp: string) => launcher.authenticate('Steve', PASSWORD, totp),
  ]

  const wrong: Reply[] = []
  for (let n = 0; n < site.app.maxFailedAttempts; n += 1) {
    wrong.push(await (tries[n % tries.length] ?? assert.fail())('000000'))
  }
  const paused = await Promise.all(tries.map((giveCode) => giveCode(steve.totp())))
  site.wait(INITIAL_LOCKOUT)
  const after = await tries[0]?.(steve.totp())

  assert.deepEqual(tally(wrong), { [WRONG_CODE]: site.app.maxFailedAttempts })
  assert.deepEqual(tally(paused), { [LOCKED_OUT]: tries.length })
  assert.equal(after?.status, 200)
})

sqliteTest('wrong codes count together at sign-ins and when 2FA is turned off', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const off = (code: string) =>
    steve.browser.post('/cabinet/2fa/disable', { code }, bearer(steve.accessToken))
  const bySignIn = 2 // one session alone has ten attempts in ten minutes

  const wrong: Reply[] = []
  for (let n = bySignIn; n < site.app.maxFailedAttempts; n += 1) wrong.push(await off('000000'))
  for (let n = 0; n < bySignIn; n += 1) wrong.push(await logIn(site.browser(), '000000'))
  const paused = [await off(steve.totp()), await logIn(site.browser(), steve.totp())]
  site.wait(INITIAL_LOCKOUT)
  const after = await logIn(site.browser(), steve.totp())

  assert.deepEqual(tally(wrong), {
    '400 auth.wrong2fa': site.app.maxFailedAttempts - bySignIn,
    [WRONG_CODE]: bySignIn,
  })
  assert.deepEqual(paused.map(outcome), [LOCKED_OUT, LOCKED_OUT])
  assert.equal(after.status, 200)
})

siteTest('turning 2FA off resets the count of wrong codes', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const off = { code: steve.totp() }
  const almost = site.app.maxFailedAttempts - 1
  for (let n = 0; n < almost; n += 1) await logIn(site.browser(), '000000')

  const done = await steve.browser.post('/cabinet/2fa/disable', off, bearer(steve.accessToken))

  const counted = await site.app.db
    .selectFrom('login_miss')
    .select('account')
    .where('account', '=', codeCounterOf(steve.id))
    .execute()
  assert.equal(done.status, 204)
  assert.deepEqual(counted, [])
})

siteTest(
  'only the allowed number of fifty concurrent wrong codes is checked',
  async (site) => {
    const steve = await playerWithTwoFactor(site)
    const devices = await familiarDevices(site, steve, 4)
    const launcher = await openLauncher(site, { instance: 1 })

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const device = devices[n % 6]
        if (device) return logIn(device, '000000')
        if (n % 6 === 4) return launcher.authenticate('Steve', PASSWORD, '000000')
        return logIn(site.browser({ ip: `203.0.113.${n}`, instance: n % 2 }), '000000')
      }),
    )

    const { maxFailedAttempts } = site.app
    assert.deepEqual(tally(replies), {
      [WRONG_CODE]: maxFailedAttempts,
      [LOCKED_OUT]: 50 - maxFailedAttempts,
    })
  },
  { instances: 2 },
)

sqliteTest(
  'a right code resets the count of wrong codes on every sign-in surface',
  async (site) => {
    const steve = await playerWithTwoFactor(site)
    const launcher = await openLauncher(site)
    const almost = site.app.maxFailedAttempts - 1

    for (let n = 0; n < almost; n += 1) await launcher.authenticate('Steve', PASSWORD, '000000')
    const first = await logIn(site.browser(), steve.totp())
    for (let n = 0; n < almost; n += 1) await logIn(site.browser(), '000000')
    site.wait(30 * SECOND)
    const second = await logIn(site.browser(), steve.totp())

    assert.deepEqual([first, second].map(outcome), ['200', '200'])
  },
)

siteTest('an attacker without the password cannot make an account refuse codes', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const [known = assert.fail()] = await familiarDevices(site, steve, 1)
  const launcher = await openLauncher(site)
  const attackers = attackersOf(site)

  await attackers.reachLockout('Steve')
  const attacker = await attackers.guess('Steve', PASSWORD)
  const owner = await logIn(known, steve.totp())
  site.wait(30 * SECOND)
  const inGame = await launcher.authenticate('Steve', PASSWORD, steve.totp())

  assert.deepEqual([attacker, owner, inGame].map(outcome), [LOCKED_OUT, '200', '200'])
})

type PlayerWithTwoFactor = Awaited<ReturnType<typeof playerWithTwoFactor>>

/** Signs Steve in with several browsers, alternating between the instances. */
async function familiarDevices(
  site: Site,
  steve: PlayerWithTwoFactor,
  count: number,
): Promise<Browser[]> {
  const browsers: Browser[] = []
  for (let n = 0; n < count; n += 1) {
    const browser = site.browser({ instance: n % site.instances.length })
    assert.equal((await logIn(browser, steve.totp())).status, 200)
    browsers.push(browser)
    site.wait(30 * SECOND)
  }
  return browsers
}

function logIn(browser: Browser, totp: string): Promise<Reply> {
  return browser.post('/auth/login', { username_or_email: 'Steve', password: PASSWORD, totp })
}

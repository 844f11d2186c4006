import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { SECOND } from '../../../src/platform/clock.ts'
import { INITIAL_LOCKOUT } from '../../../src/security/lockout/login-lockout.ts'
import { attackersOf, LOCKED_OUT, retryAfter, WRONG_CREDENTIALS } from '../../sign-in/attackers.ts'
import { BY_OWNER, playerWithTwoFactor, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { type Launcher, openLauncher } from './launcher-server.ts'

siteTest('each sign-in surface has its own failure counter and lockout', async (site) => {
  await site.player('Steve')
  await site.player('Alex')
  const doors = doorsOf(site, await openLauncher(site))
  const misses = { site: [] as Reply[], launcher: [] as Reply[] }

  for (let n = 0; n < site.app.maxFailedAttempts; n += 1) {
    misses.site.push(await doors.site('Steve'))
    misses.launcher.push(await doors.launcher('Alex'))
  }
  const atSite = [await doors.site('Steve', PASSWORD), await doors.site('Alex', PASSWORD)]
  const inGame = [await doors.launcher('Steve', PASSWORD), await doors.launcher('Alex', PASSWORD)]

  assert.deepEqual(tally(misses.site), { [WRONG_CREDENTIALS]: site.app.maxFailedAttempts })
  assert.deepEqual(tally(misses.launcher), { '401 auth.wrongpassword': site.app.maxFailedAttempts })
  assert.deepEqual(atSite.map(outcome), [LOCKED_OUT, '200'])
  assert.deepEqual(inGame.map(outcome), ['200', LOCKED_OUT])
  assert.deepEqual(
    [inGame[1]?.body, inGame[1]?.headers['retry-after']],
    [{ error: 'auth.toomanyattempts' }, String(INITIAL_LOCKOUT / SECOND)],
  )
})

siteTest('an attacker on the site does not lock a player out of the launcher', async (site) => {
  await site.player('Steve')
  const launcher = await openLauncher(site)
  const attackers = attackersOf(site)
  await attackers.reachLockout('Steve')

  const owner: Reply[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    owner.push(await launcher.authenticate('Steve', PASSWORD))
    const pause = retryAfter(await attackers.guess('Steve'))
    site.wait(pause * SECOND)
    await attackers.guess('Steve')
  }

  assert.deepEqual(tally(owner), { 200: 8 })
})

siteTest('an unknown login is locked out too, on its sign-in surface only', async (site) => {
  const doors = doorsOf(site, await openLauncher(site))

  const misses: Reply[] = []
  for (let n = 0; n < site.app.maxFailedAttempts; n += 1)
    misses.push(await doors.launcher('Nobody'))
  const after = [await doors.launcher('nobody'), await doors.site('NOBODY')]

  assert.deepEqual(tally(misses), { '404 auth.usernotfound': site.app.maxFailedAttempts })
  assert.deepEqual(after.map(outcome), [LOCKED_OUT, WRONG_CREDENTIALS])
})

sqliteTest('a success resets the failures of its own sign-in surface only', async (site) => {
  await site.player('Steve')
  const doors = doorsOf(site, await openLauncher(site))
  const outcomes: Record<string, string[]> = { site: [], launcher: [] }

  for (const [door, other] of [
    ['site', 'launcher'],
    ['launcher', 'site'],
  ] as const) {
    const almost = Array(site.app.maxFailedAttempts - 1).fill('Steve')
    for (const login of almost) await doors[door](login)
    outcomes[door]?.push(outcome(await doors[door]('Steve', PASSWORD)))
    for (const login of almost) await doors[door](login)
    outcomes[door]?.push(outcome(await doors[other]('Steve', PASSWORD)))
    await doors[door]('Steve')
    outcomes[door]?.push(outcome(await doors[door]('Steve', PASSWORD)))
    site.wait(INITIAL_LOCKOUT)
    outcomes[door]?.push(outcome(await doors[door]('Steve', PASSWORD)))
  }

  const expected = ['200', '200', LOCKED_OUT, '200']
  assert.deepEqual(outcomes, { site: expected, launcher: expected })
})

sqliteTest('a wrong code counts as a failure, a missing code does not', async (site) => {
  const { totp } = await playerWithTwoFactor(site)
  const launcher = await openLauncher(site)
  const missing: Reply[] = []
  const wrong: Reply[] = []

  for (let n = 0; n < 15; n += 1) missing.push(await launcher.authenticate('Steve', PASSWORD))
  for (let n = 0; n < site.app.maxFailedAttempts; n += 1) {
    wrong.push(await launcher.authenticate('Steve', PASSWORD, '000000'))
  }
  const paused = await launcher.authenticate('Steve', PASSWORD, totp())

  assert.deepEqual(tally(missing), { '401 auth.require2fa': 15 })
  assert.deepEqual(tally(wrong), { '401 auth.wrong2fa': site.app.maxFailedAttempts })
  assert.equal(outcome(paused), LOCKED_OUT)
})

siteTest('failures count for the account, whichever launcher server sends them', async (site) => {
  await site.player('Steve')
  await site.player('Alex')
  const launchers = [
    await openLauncher(site, { ip: '198.51.100.1' }),
    await openLauncher(site, { ip: '198.51.100.2' }),
  ]

  for (let n = 0; n < site.app.maxFailedAttempts; n += 1)
    await launchers[n % 2]?.authenticate('Steve', WRONG)
  const replies = await Promise.all(
    launchers.flatMap((launcher) => [
      launcher.authenticate('Steve', PASSWORD),
      launcher.authenticate('Alex', PASSWORD),
    ]),
  )

  assert.deepEqual(replies.map(outcome), [LOCKED_OUT, '200', LOCKED_OUT, '200'])
})

sqliteTest(
  'a launcher server cannot avoid a lockout with a player’s device cookie',
  async (site) => {
    const steve = await site.player('Steve')
    const launcher = await openLauncher(site)
    const cookie = `portal_device=${steve.browser.cookies.get('portal_device')}`
    const body = { login: 'Steve', password: PASSWORD }

    for (let n = 0; n < site.app.maxFailedAttempts; n += 1)
      await launcher.authenticate('Steve', WRONG)
    const reply = await launcher.send('POST', 'authenticate', body, { cookie })

    assert.equal(outcome(reply), LOCKED_OUT)
  },
)

siteTest('correct credentials of a banned player reset the failures', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  await banPlayer(site.app, BY_OWNER, steve.id, { reason: 'x', expiresAt: null })
  const outcomes: string[] = []

  for (let turn = 0; turn < 3; turn += 1) {
    for (let n = 0; n < site.app.maxFailedAttempts - 1; n += 1)
      await launcher.authenticate('Steve', WRONG)
    outcomes.push(outcome(await launcher.authenticate('Steve', PASSWORD)))
  }

  assert.deepEqual(outcomes, Array(3).fill('403 auth.userblocked'))
})

siteTest(
  'only one of twenty concurrent sign-ins with one code succeeds over two instances',
  async (site) => {
    const { totp } = await playerWithTwoFactor(site)
    const launchers = [
      await openLauncher(site, { instance: 0 }),
      await openLauncher(site, { instance: 1 }),
    ]
    site.wait(30 * SECOND)
    const code = totp()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => launchers[n % 2]?.authenticate('Steve', PASSWORD, code)),
    )

    const outcomes = tally(replies.filter((reply) => reply !== undefined))
    assert.equal(outcomes['200'], 1)
    assert.equal((outcomes['401 auth.wrong2fa'] ?? 0) + (outcomes[LOCKED_OUT] ?? 0), 19)
  },
  { instances: 2 },
)

siteTest(
  'concurrent guesses on two sign-in surfaces cannot exceed the limit of each surface',
  async (site) => {
    await site.player('Steve')
    const launchers = [
      await openLauncher(site, { instance: 0 }),
      await openLauncher(site, { instance: 1 }),
    ]

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const instance = n % 2
        if (n % 4 < 2) return launchers[instance]?.authenticate('Steve', WRONG)
        return site.browser({ instance, ip: `203.0.113.${n}` }).logIn('Steve', WRONG)
      }),
    )

    const { maxFailedAttempts } = site.app
    assert.deepEqual(tally(replies.filter((reply) => reply !== undefined)), {
      '401 auth.wrongpassword': maxFailedAttempts,
      [WRONG_CREDENTIALS]: maxFailedAttempts,
      [LOCKED_OUT]: 50 - 2 * maxFailedAttempts,
    })
  },
  { instances: 2 },
)

/** Returns attempts on both sign-in surfaces. On the site, every attempt is from another address. */
function doorsOf(site: Site, launcher: Launcher) {
  let count = 0
  return {
    launcher: (login: string, password = WRONG) => launcher.authenticate(login, password),
    site(login: string, password = WRONG): Promise<Reply> {
      count += 1
      return site.browser({ ip: `203.0.113.${count}` }).logIn(login, password)
    },
  }
}

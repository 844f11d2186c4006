import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { SECOND } from '../../../src/platform/clock.ts'
import { FIRST_PAUSE } from '../../../src/security/lockout/login-lockout.ts'
import { MISSED, PAUSED, retryAfter, strangersOf } from '../../sign-in/attackers.ts'
import { BY_OWNER, guarded, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { type Launcher, openLauncher } from './launcher-server.ts'

siteTest('each front door counts its own misses and has its own pause', async (site) => {
  await site.player('Steve')
  await site.player('Alex')
  const doors = doorsOf(site, await openLauncher(site))
  const misses = { site: [] as Reply[], launcher: [] as Reply[] }

  for (let n = 0; n < site.app.missesAllowed; n += 1) {
    misses.site.push(await doors.site('Steve'))
    misses.launcher.push(await doors.launcher('Alex'))
  }
  const atSite = [await doors.site('Steve', PASSWORD), await doors.site('Alex', PASSWORD)]
  const inGame = [await doors.launcher('Steve', PASSWORD), await doors.launcher('Alex', PASSWORD)]

  assert.deepEqual(tally(misses.site), { [MISSED]: site.app.missesAllowed })
  assert.deepEqual(tally(misses.launcher), { '401 auth.wrongpassword': site.app.missesAllowed })
  assert.deepEqual(atSite.map(outcome), [PAUSED, '200'])
  assert.deepEqual(inGame.map(outcome), ['200', PAUSED])
  assert.deepEqual(
    [inGame[1]?.body, inGame[1]?.headers['retry-after']],
    [{ error: 'auth.toomanyattempts' }, String(FIRST_PAUSE / SECOND)],
  )
})

siteTest('a stranger at the site’s sign-in keeps nobody out of the game', async (site) => {
  await site.player('Steve')
  const launcher = await openLauncher(site)
  const strangers = strangersOf(site)
  await strangers.reachPause('Steve')

  const owner: Reply[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    owner.push(await launcher.authenticate('Steve', PASSWORD))
    const pause = retryAfter(await strangers.guess('Steve'))
    site.wait(pause * SECOND)
    await strangers.guess('Steve')
  }

  assert.deepEqual(tally(owner), { 200: 8 })
})

siteTest('an unknown login is paused too, at each front door separately', async (site) => {
  const doors = doorsOf(site, await openLauncher(site))

  const misses: Reply[] = []
  for (let n = 0; n < site.app.missesAllowed; n += 1) misses.push(await doors.launcher('Nobody'))
  const after = [await doors.launcher('nobody'), await doors.site('NOBODY')]

  assert.deepEqual(tally(misses), { '404 auth.usernotfound': site.app.missesAllowed })
  assert.deepEqual(after.map(outcome), [PAUSED, MISSED])
})

siteTest('a success forgets the misses of its own front door alone', async (site) => {
  await site.player('Steve')
  const doors = doorsOf(site, await openLauncher(site))
  const outcomes: Record<string, string[]> = { site: [], launcher: [] }

  for (const [door, other] of [
    ['site', 'launcher'],
    ['launcher', 'site'],
  ] as const) {
    const almost = Array(site.app.missesAllowed - 1).fill('Steve')
    for (const login of almost) await doors[door](login)
    outcomes[door]?.push(outcome(await doors[door]('Steve', PASSWORD)))
    for (const login of almost) await doors[door](login)
    outcomes[door]?.push(outcome(await doors[other]('Steve', PASSWORD)))
    await doors[door]('Steve')
    outcomes[door]?.push(outcome(await doors[door]('Steve', PASSWORD)))
    site.wait(FIRST_PAUSE)
    outcomes[door]?.push(outcome(await doors[door]('Steve', PASSWORD)))
  }

  const expected = ['200', '200', PAUSED, '200']
  assert.deepEqual(outcomes, { site: expected, launcher: expected })
})

siteTest('a wrong code is a miss, a missing one is not', async (site) => {
  const { totp } = await guarded(site)
  const launcher = await openLauncher(site)
  const missing: Reply[] = []
  const wrong: Reply[] = []

  for (let n = 0; n < 15; n += 1) missing.push(await launcher.authenticate('Steve', PASSWORD))
  for (let n = 0; n < site.app.missesAllowed; n += 1) {
    wrong.push(await launcher.authenticate('Steve', PASSWORD, '000000'))
  }
  const paused = await launcher.authenticate('Steve', PASSWORD, totp())

  assert.deepEqual(tally(missing), { '401 auth.require2fa': 15 })
  assert.deepEqual(tally(wrong), { '401 auth.wrong2fa': site.app.missesAllowed })
  assert.equal(outcome(paused), PAUSED)
})

siteTest('misses belong to the account, whichever launcher server asks', async (site) => {
  await site.player('Steve')
  await site.player('Alex')
  const launchers = [
    await openLauncher(site, { ip: '198.51.100.1' }),
    await openLauncher(site, { ip: '198.51.100.2' }),
  ]

  for (let n = 0; n < site.app.missesAllowed; n += 1)
    await launchers[n % 2]?.authenticate('Steve', WRONG)
  const replies = await Promise.all(
    launchers.flatMap((launcher) => [
      launcher.authenticate('Steve', PASSWORD),
      launcher.authenticate('Alex', PASSWORD),
    ]),
  )

  assert.deepEqual(replies.map(outcome), [PAUSED, '200', PAUSED, '200'])
})

siteTest('a launcher server that sends a device cookie is no familiar browser', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const cookie = `portal_device=${steve.browser.cookies.get('portal_device')}`
  const body = { login: 'Steve', password: PASSWORD }

  for (let n = 0; n < site.app.missesAllowed; n += 1) await launcher.authenticate('Steve', WRONG)
  const reply = await launcher.send('POST', 'authenticate', body, { cookie })

  assert.equal(outcome(reply), PAUSED)
})

siteTest('right credentials forget the misses of a player who may not come in', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  await banPlayer(site.app, BY_OWNER, steve.id, { reason: 'x', expiresAt: null })
  const outcomes: string[] = []

  for (let turn = 0; turn < 3; turn += 1) {
    for (let n = 0; n < site.app.missesAllowed - 1; n += 1)
      await launcher.authenticate('Steve', WRONG)
    outcomes.push(outcome(await launcher.authenticate('Steve', PASSWORD)))
  }

  assert.deepEqual(outcomes, Array(3).fill('403 auth.userblocked'))
})

siteTest(
  'of twenty with one code at once, at two instances, one is let in',
  async (site) => {
    const { totp } = await guarded(site)
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
    assert.equal((outcomes['401 auth.wrong2fa'] ?? 0) + (outcomes[PAUSED] ?? 0), 19)
  },
  { instances: 2 },
)

siteTest(
  'of fifty guesses at once at both doors of two instances, each door checks only the allowed number',
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

    const { missesAllowed } = site.app
    assert.deepEqual(tally(replies.filter((reply) => reply !== undefined)), {
      '401 auth.wrongpassword': missesAllowed,
      [MISSED]: missesAllowed,
      [PAUSED]: 50 - 2 * missesAllowed,
    })
  },
  { instances: 2 },
)

/** Opens the two front doors; at the site's own, every try comes from another address. */
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

import assert from 'node:assert/strict'
import { banPlayer } from '../../src/ban/ban-player.ts'
import { SECOND } from '../../src/platform/clock.ts'
import { BY_OWNER, guarded, WRONG } from '../auth/front-doors.ts'
import { outcome, type Reply, tally } from '../browser.ts'
import { PASSWORD, type Site, siteTest } from '../site.ts'
import { type Launcher, openLauncher } from './launcher-server.ts'

const PAUSED = '429 auth.toomanyattempts'

siteTest('misses at both front doors add up, and both are paused', async (site) => {
  await site.player('Steve')
  const launcher = await openLauncher(site)
  const outcomes: string[] = []
  const doors = doorsOf(site, launcher)

  for (let n = 0; n < 10; n += 1)
    outcomes.push(outcome(await doors[n % 2 ? 'site' : 'launcher']('Steve')))
  const paused = [await doors.site('Steve', PASSWORD), await doors.launcher('Steve', PASSWORD)]
  site.wait(5 * SECOND)
  const after = await doors.launcher('Steve', PASSWORD)

  assert.deepEqual(
    new Set(outcomes),
    new Set(['401 auth.wrongpassword', '401 auth.wrongcredentials']),
  )
  assert.deepEqual(paused.map(outcome), [PAUSED, PAUSED])
  assert.deepEqual(
    [paused[1]?.body, paused[1]?.headers['retry-after']],
    [{ error: 'auth.toomanyattempts' }, '5'],
  )
  assert.equal(after.status, 200)
})

siteTest('an unknown login pauses too, at both front doors', async (site) => {
  const doors = doorsOf(site, await openLauncher(site))

  const misses: Reply[] = []
  for (let n = 0; n < 10; n += 1) misses.push(await doors.launcher('Nobody'))
  const paused = [await doors.launcher('nobody'), await doors.site('NOBODY')]

  assert.deepEqual(tally(misses), { '404 auth.usernotfound': 10 })
  assert.deepEqual(paused.map(outcome), [PAUSED, PAUSED])
})

siteTest('a success at either front door forgets the misses', async (site) => {
  await site.player('Steve')
  const doors = doorsOf(site, await openLauncher(site))
  const outcomes: string[] = []

  for (const door of ['site', 'launcher'] as const) {
    for (let n = 0; n < 9; n += 1) await doors[door]('Steve')
    outcomes.push(outcome(await doors[door === 'site' ? 'launcher' : 'site']('Steve', PASSWORD)))
    for (let n = 0; n < 9; n += 1) await doors[door]('Steve')
    outcomes.push(outcome(await doors[door]('Steve', PASSWORD)))
  }

  assert.deepEqual(outcomes, ['200', '200', '200', '200'])
})

siteTest('a wrong code is a miss, a missing one is none', async (site) => {
  const { totp } = await guarded(site)
  const launcher = await openLauncher(site)
  const missing: Reply[] = []
  const wrong: Reply[] = []

  for (let n = 0; n < 15; n += 1) missing.push(await launcher.authenticate('Steve', PASSWORD))
  for (let n = 0; n < 10; n += 1) {
    wrong.push(await launcher.authenticate('Steve', PASSWORD, '000000'))
  }
  const paused = await launcher.authenticate('Steve', PASSWORD, totp())

  assert.deepEqual(tally(missing), { '401 auth.require2fa': 15 })
  assert.deepEqual(tally(wrong), { '401 auth.wrong2fa': 10 })
  assert.equal(outcome(paused), PAUSED)
})

siteTest('misses are the account’s, whichever launcher server asks', async (site) => {
  await site.player('Steve')
  await site.player('Alex')
  const launchers = [
    await openLauncher(site, { ip: '198.51.100.1' }),
    await openLauncher(site, { ip: '198.51.100.2' }),
  ]

  for (let n = 0; n < 10; n += 1) await launchers[n % 2]?.authenticate('Steve', WRONG)
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

  for (let n = 0; n < 10; n += 1) await launcher.authenticate('Steve', WRONG)
  const reply = await launcher.send('POST', 'authenticate', body, { cookie })

  assert.equal(outcome(reply), PAUSED)
})

siteTest('right credentials forget the misses of a player who may not come in', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  await banPlayer(site.app, steve.id, { reason: 'x', expiresAt: null }, BY_OWNER)
  const outcomes: string[] = []

  for (let turn = 0; turn < 3; turn += 1) {
    for (let n = 0; n < 9; n += 1) await launcher.authenticate('Steve', WRONG)
    outcomes.push(outcome(await launcher.authenticate('Steve', PASSWORD)))
  }

  assert.deepEqual(outcomes, Array(3).fill('403 auth.userblocked'))
})

siteTest(
  'of twenty who come with one code at once, at two instances, one is let in',
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
  'of fifty guesses at both front doors of two instances, ten are checked',
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

    const outcomes = tally(replies.filter((reply) => reply !== undefined))
    const { '401 auth.wrongpassword': launcher = 0, '401 auth.wrongcredentials': page = 0 } =
      outcomes
    assert.deepEqual([launcher + page, outcomes[PAUSED]], [10, 40])
  },
  { instances: 2 },
)

/** The two front doors; at the site's own, every try comes from another address. */
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

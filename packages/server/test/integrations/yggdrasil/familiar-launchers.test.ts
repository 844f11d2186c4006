import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setPassword } from '../../../src/credentials/password/set-password.ts'
import { DAY, SECOND } from '../../../src/platform/clock.ts'
import { findPlayer } from '../../../src/players/player-store.ts'
import { MAX_FAILED_ATTEMPTS } from '../../../src/security/lockout/login-lockout.ts'
import { BY_OWNER, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openAzauth } from '../protocols/azauth-launcher.ts'
import { launcherPasswordsOf, openGame, turnOn } from './game-player.ts'

const HOME = '203.0.113.1'
const AWAY = '198.51.100.1'
const STRANGE = '192.0.2.251'

/** Opens a launcher with its own client token. */
function openLauncher(
  site: Site,
  ip: string,
  { instance = 0, clientToken = String(randomUUID()) } = {},
) {
  const game = openGame(site, { ip, instance })
  return {
    clientToken,
    signIn: (password = PASSWORD, username = 'Steve') =>
      game.authenticate(username, password, { clientToken }),
  }
}

/** Makes Steve, whose launcher at home has signed in once. */
async function openFamiliar(site: Site) {
  await turnOn(site)
  const steve = await site.player('Steve', { ip: HOME })
  const launcher = openLauncher(site, HOME)
  assert.equal((await launcher.signIn()).status, 200)
  return { steve, launcher }
}

/**
 * Returns two launchers that the site must recognize: the launcher that signed in at home, now on another network, and
 * a new launcher on the home network.
 */
function familiarTo(site: Site, clientToken: string) {
  return [openLauncher(site, AWAY, { clientToken }), openLauncher(site, HOME)]
}

/** Guesses passwords from other addresses until the lockout begins, and once more after each lockout. */
async function attack(site: Site, rounds: number, meanwhile: () => Promise<void>) {
  const attacker = (turn: number) => openLauncher(site, `192.0.2.${turn % 250}`)
  for (let turn = 0; turn < 10; turn += 1) await attacker(turn).signIn(WRONG)
  for (let turn = 0; turn < rounds; turn += 1) {
    await meanwhile()
    site.wait(18 * 60 * SECOND)
    await attacker(turn).signIn(WRONG)
  }
}

const statusOf = ({ status }: Reply) => status

siteTest('an attacker locks no player out of a launcher that signed in before', async (site) => {
  const { steve, launcher } = await openFamiliar(site)
  const { password } = (await launcherPasswordsOf(steve).create()).body
  const byPassword: Reply[] = []
  const byLauncherPassword: Reply[] = []
  const elsewhere: Reply[] = []

  await attack(site, 12, async () => {
    for (const one of familiarTo(site, launcher.clientToken)) byPassword.push(await one.signIn())
    byLauncherPassword.push(await openLauncher(site, STRANGE).signIn(password))
    elsewhere.push(await openLauncher(site, STRANGE).signIn())
  })

  assert.deepEqual(tally(byPassword), { 200: 24 })
  assert.deepEqual(tally(byLauncherPassword), { 200: 12 })
  assert.equal(elsewhere.filter(({ status }) => status !== 200).length, 12)
})

siteTest('an attacker locks no AzAuth player out of a familiar address', async (site) => {
  await site.player('Steve', { ip: HOME })
  const launcher = await openAzauth(site, { ip: HOME })
  await launcher.signIn('Steve', PASSWORD)
  const attacker = await openAzauth(site, { ip: AWAY })

  for (let n = 0; n < 10; n += 1) await attacker.signIn('Steve', WRONG)

  const replies = [
    await attacker.signIn('Steve', PASSWORD),
    await launcher.signIn('Steve', PASSWORD),
  ]
  assert.deepEqual(replies.map(statusOf), [422, 200])
})

sqliteTest('only a sign-in with the account password makes a launcher familiar', async (site) => {
  await turnOn(site)
  const steve = await site.player('Steve', { ip: HOME })
  const { password } = (await launcherPasswordsOf(steve).create()).body
  const wrong = openLauncher(site, HOME)
  const byLauncherPassword = openLauncher(site, AWAY)
  const azauth = await openAzauth(site, { ip: '192.0.2.77' })
  await azauth.signIn('Steve', PASSWORD)

  await wrong.signIn(WRONG)
  await byLauncherPassword.signIn(password)
  for (let n = 0; n < 10; n += 1) await openLauncher(site, '192.0.2.9').signIn(WRONG)

  const replies = [
    await wrong.signIn(),
    await byLauncherPassword.signIn(),
    await openLauncher(site, '192.0.2.9', { clientToken: steve.id }).signIn(), // the client token of AzAuth
    await openLauncher(site, '192.0.2.9', { clientToken: 'launcher' }).signIn(),
  ]
  assert.deepEqual(replies.map(statusOf), Array(4).fill(403))
})

sqliteTest('a launcher is familiar in the whole /64 network of its IPv6 address', async (site) => {
  await turnOn(site)
  await site.player('Steve')
  await openLauncher(site, '2001:db8:0:1::7').signIn()
  for (let n = 0; n < 10; n += 1) await openLauncher(site, AWAY).signIn(WRONG)

  const replies = [
    await openLauncher(site, '2001:db8:0:1:ffff::8').signIn(),
    await openLauncher(site, '2001:db8:0:2::7').signIn(),
  ]

  assert.deepEqual(replies.map(statusOf), [200, 403])
})

sqliteTest('only the last ten addresses of a player are familiar', async (site) => {
  await turnOn(site)
  await site.player('Steve')
  for (let n = 1; n <= 11; n += 1) {
    site.wait(SECOND)
    await openLauncher(site, `203.0.113.${n}`).signIn()
  }
  for (let n = 0; n < 10; n += 1) await openLauncher(site, AWAY).signIn(WRONG)

  const replies = [
    await openLauncher(site, '203.0.113.1').signIn(),
    await openLauncher(site, '203.0.113.2').signIn(),
  ]

  assert.deepEqual(replies.map(statusOf), [403, 200])
})

const ENDS: Record<
  string,
  (site: Site, of: Awaited<ReturnType<typeof openFamiliar>>) => Promise<unknown>
> = {
  async 'a new password'(site, { steve }) {
    const player = await findPlayer(site.app.db, steve.id)
    assert.ok(player)
    return setPassword(site.app, BY_OWNER, player, PASSWORD)
  },
  async 'closing its session'(_, { steve }) {
    const headers = bearer(steve.accessToken)
    const { body } = await steve.browser.post('/auth/sessions/me', {}, headers)
    const game = body.all.find((one: { device: string }) => one.device === 'HMCL')
    return steve.browser.delete(`/auth/sessions/${game.id}`, headers)
  },
}

for (const [title, end] of Object.entries(ENDS)) {
  sqliteTest(`${title} makes a launcher and its address unfamiliar`, async (site) => {
    const familiar = await openFamiliar(site)
    await end(site, familiar)
    for (let n = 0; n < 10; n += 1) await openLauncher(site, '192.0.2.9').signIn(WRONG)

    const replies = []
    for (const one of familiarTo(site, familiar.launcher.clientToken)) {
      replies.push(await one.signIn())
    }

    assert.deepEqual(replies.map(statusOf), [403, 403])
  })
}

siteTest(
  'concurrent guesses from a launcher, an address or elsewhere cannot exceed the limit',
  async (site) => {
    const { launcher } = await openFamiliar(site)
    const [sameLauncher, sameAddress] = [0, 1].map((kind) => (n: number) => {
      const place = { instance: n % 2, ...(kind === 0 && { clientToken: launcher.clientToken }) }
      return openLauncher(site, kind === 0 ? `198.51.100.${n}` : HOME, place).signIn(WRONG)
    })
    const attacker = (n: number) =>
      openLauncher(site, `192.0.2.${n}`, { instance: n % 2 }).signIn(WRONG)

    for (const guess of [sameLauncher, sameAddress, attacker]) {
      await Promise.all(Array.from({ length: 50 }, (_, n) => guess?.(n)))
    }

    const audited = await site.app.db
      .selectFrom('audit')
      .select((eb) => ['action', eb.fn.countAll().as('count')])
      .where('action', 'in', ['login.missed', 'login.paused'])
      .groupBy('action')
      .execute()
    const counts = Object.fromEntries(audited.map(({ action, count }) => [action, Number(count)]))
    const checked = 3 * MAX_FAILED_ATTEMPTS
    assert.deepEqual(counts, { 'login.missed': checked, 'login.paused': 150 - checked })
  },
  { instances: 2 },
)

siteTest(
  'guesses from all sources together cannot exceed the daily limit of one surface',
  async (site) => {
    const { launcher } = await openFamiliar(site)
    const end = site.now() + DAY
    const sources = [
      (n: number) =>
        openLauncher(site, `198.51.100.${n % 250}`, { clientToken: launcher.clientToken }),
      () => openLauncher(site, HOME),
      (n: number) => openLauncher(site, `192.0.2.${n % 250}`),
    ]

    for (let n = 0; site.now() < end; n += 1) {
      for (const source of sources) await source(n).signIn(WRONG)
      site.wait(9 * 60 * SECOND)
    }

    const { missed } = await site.app.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll().as('missed'))
      .where('action', '=', 'login.missed')
      .executeTakeFirstOrThrow()
    assert.ok(Number(missed) > 250 && Number(missed) <= 300, String(missed))
  },
)

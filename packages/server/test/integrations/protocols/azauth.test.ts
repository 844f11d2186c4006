import assert from 'node:assert/strict'
import { SECOND } from '../../../src/platform/clock.ts'
import { playerWithTwoFactor, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { type Reply, tally } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openLauncher } from '../launcher/launcher-server.ts'
import { openGame } from '../yggdrasil/game-player.ts'
import { openAzauth, readByGmlAzuriom } from './azauth-launcher.ts'
import { keepOut } from './keep-out.ts'

sqliteTest('while AzAuth is off, its paths return 404', async (site) => {
  await site.player('Steve')
  const body = { email: 'Steve', password: PASSWORD }

  const replies = [
    await site.browser().post('/api/auth/authenticate', body),
    await site.browser().get('/api/auth/authenticate'),
    await site.browser().post('/api/auth/verify', { access_token: 'x' }),
    await site.browser().post('/api/auth/logout', { access_token: 'x' }),
  ]

  assert.deepEqual(tally(replies), { '404 request.notfound': 4 })
})

sqliteTest(
  'AzAuth returns the player at sign-in, and for the token until sign-out',
  async (site) => {
    const steve = await site.player('Steve')
    const launcher = await openAzauth(site)

    const signedIn = await launcher.signIn('STEVE', PASSWORD)
    const { access_token: token, created_at: _, ...user } = signedIn.body
    const verified = await launcher.verify(token)
    const left = await launcher.logOut(token)
    const after = await launcher.verify(token)

    assert.deepEqual(user, {
      username: 'Steve',
      email: 'steve@example.org',
      email_verified: true,
      money: 0,
      role: { name: 'Default', color: '#808080' },
      banned: false,
      uuid: steve.id,
      accessToken: token,
      clientToken: steve.id,
      skin: { slim: false },
    })
    assert.deepEqual([verified.status, verified.body], [200, signedIn.body])
    assert.deepEqual([left.status, left.body], [200, { status: 'success' }])
    assert.deepEqual(
      [after.status, after.body.status, after.body.message],
      [401, 'error', 'Invalid token.'],
    )
  },
)

sqliteTest('AzAuth does not reveal whether the name or the password was wrong', async (site) => {
  const steve = await playerWithTwoFactor(site)
  await site.player('Alex')
  const launcher = await openAzauth(site)

  const replies = [
    await launcher.signIn('Steve', PASSWORD),
    await launcher.signIn('Steve', PASSWORD, ''),
    await launcher.signIn('Steve', PASSWORD, '000000'),
    await launcher.signIn('Alex', WRONG),
    await launcher.signIn('Nobody', PASSWORD),
  ]
  const right = await launcher.signIn('Steve', PASSWORD, steve.totp())

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.status, body.reason]),
    [
      [422, 'pending', '2fa'],
      [422, 'pending', '2fa'],
      [422, 'error', 'invalid_2fa'],
      [422, 'error', 'invalid_credentials'],
      [422, 'error', 'invalid_credentials'],
    ],
  )
  assert.deepEqual([...replies, right].map(readByGmlAzuriom), [
    'needs a code',
    'needs a code',
    'wrong code',
    'wrong login or password',
    'wrong login or password',
    `Steve ${steve.id}`,
  ])
})

sqliteTest('AzAuth refuses banned, unconfirmed and otherwise blocked players', async (site) => {
  const launcher = await openAzauth(site)
  await keepOut(site)

  const replies = [
    await launcher.signIn('Banned', PASSWORD),
    await launcher.signIn('Unconfirmed', PASSWORD),
    await launcher.signIn('Changing', PASSWORD),
  ]

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.reason, body.message]),
    [
      [403, 'user_banned', 'The account is banned. Griefing'],
      [403, undefined, 'Please confirm your e-mail address first.'],
      [403, undefined, 'Please change your password first.'],
    ],
  )
  assert.deepEqual(replies.map(readByGmlAzuriom), Array(3).fill('banned'))
})

sqliteTest(
  'failures in AzAuth lock out Yggdrasil, but neither launcher servers nor the site',
  async (site) => {
    const steve = await site.player('Steve')
    const launcher = await openAzauth(site)
    const server = await openLauncher(site)
    const misses: Reply[] = []

    for (let n = 0; n < site.app.maxFailedAttempts; n += 1)
      misses.push(await launcher.signIn('Steve', WRONG))
    const paused = await launcher.signIn('Steve', PASSWORD)
    const atGame = await openGame(site).authenticate('Steve')
    const atServer = await server.authenticate('Steve', PASSWORD)
    const atSite = await site.browser().logIn('Steve', PASSWORD)

    assert.deepEqual(tally(misses), { '422 auth.wrongcredentials': site.app.maxFailedAttempts })
    assert.deepEqual(
      [paused.status, paused.body.reason, paused.body.error],
      [422, 'invalid_credentials', 'auth.toomanyattempts'],
    )
    assert.ok(Number(paused.headers['retry-after']) > 0)
    assert.deepEqual([atGame.status, atServer.status, atSite.status], [403, 200, 200])
    const audited = await site.app.db
      .selectFrom('audit')
      .select(['action', 'target'])
      .where('action', '=', 'login.missed')
      .execute()
    assert.deepEqual(
      audited,
      Array(site.app.maxFailedAttempts).fill({ action: 'login.missed', target: steve.id }),
    )
  },
)

sqliteTest(
  'AzAuth sign-ins count towards the limit of sixty sign-ins per address',
  async (site) => {
    const launcher = await openAzauth(site)
    const replies: Reply[] = []

    for (let n = 0; n < 61; n += 1) replies.push(await launcher.signIn(`Nobody${n}`, WRONG))
    const atSite = await site.browser({ ip: '203.0.113.50' }).logIn('Nobody', WRONG)

    assert.deepEqual(tally(replies), { '422 auth.wrongcredentials': 60, '429 request.toomany': 1 })
    assert.equal(atSite.status, 429)
  },
)

sqliteTest(
  'only one of twenty concurrent AzAuth sign-ins with one code succeeds over two instances',
  async (site) => {
    const { id, totp } = await playerWithTwoFactor(site)
    const launchers = [
      await openAzauth(site, { instance: 0 }),
      await openAzauth(site, { instance: 1 }),
    ]
    site.wait(30 * SECOND)
    const code = totp()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => launchers[n % 2]?.signIn('Steve', PASSWORD, code)),
    )

    const outcomes = tally(replies.filter((reply) => reply !== undefined))
    assert.equal(outcomes['200'], 1)
    const others =
      (outcomes['422 auth.wrong2fa'] ?? 0) + (outcomes['422 auth.toomanyattempts'] ?? 0)
    assert.equal(others, 19)
    const games = await site.app.db
      .selectFrom('session')
      .select('id')
      .where('player_id', '=', id)
      .where('game_hash', 'is not', null)
      .execute()
    assert.equal(games.length, 1)
  },
  { instances: 2 },
)

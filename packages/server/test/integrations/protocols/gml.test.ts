import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { SECOND } from '../../../src/platform/clock.ts'
import { INITIAL_LOCKOUT } from '../../../src/security/lockout/login-lockout.ts'
import { BY_OWNER, playerWithTwoFactor, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openLauncher } from '../launcher/launcher-server.ts'
import { openGml, readByGml } from './gml-server.ts'
import { keepOut } from './keep-out.ts'

sqliteTest(
  'GML signs a player in by name or e-mail address, with the key in the URL',
  async (site) => {
    const steve = await site.player('Steve')
    const gml = await openGml(site)

    const byName = await gml.signIn('sTEVE', PASSWORD)
    const byMail = await gml.signIn(steve.email, PASSWORD)
    const before = await gml.signIn('Steve', PASSWORD, '')

    const told = { Login: 'Steve', UserUuid: steve.id, IsSlim: false }
    assert.deepEqual([byName.status, byName.body], [200, told])
    assert.deepEqual([byMail.body, before.body], [told, told])
  },
)

sqliteTest(
  'a response to GML reveals neither which credential was wrong nor which players exist',
  async (site) => {
    await site.player('Steve')
    const gml = await openGml(site)

    const replies = [await gml.signIn('Steve', WRONG), await gml.signIn('Nobody', PASSWORD)]

    assert.deepEqual(
      replies.map(({ status, body }) => [status, body]),
      Array(2).fill([
        401,
        { error: 'auth.wrongcredentials', Message: 'Wrong name, e-mail or password.' },
      ]),
    )
  },
)

sqliteTest('GML prompts for the code, and a code works once', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const gml = await openGml(site)
  const code = steve.totp()

  const bare = await gml.signIn('Steve', PASSWORD)
  const wrong = await gml.signIn('Steve', PASSWORD, '000000')
  const right = await gml.signIn('Steve', PASSWORD, code)
  const again = await gml.signIn('Steve', PASSWORD, code)

  assert.deepEqual([bare, wrong, again].map(readByGml), Array(3).fill('asks for a code'))
  assert.deepEqual(
    [bare.body.NeedsCode, wrong.body.NeedsCode, outcome(wrong)],
    [true, undefined, '401 auth.wrong2fa'],
  )
  assert.equal(readByGml(right), `Steve ${steve.id}`)
})

sqliteTest(
  'banned, unconfirmed and otherwise blocked players see the reason in GML',
  async (site) => {
    const gml = await openGml(site)
    await keepOut(site)
    const said: Record<string, unknown> = {}

    for (const name of ['Banned', 'Unconfirmed', 'Changing']) {
      const { status, body } = await gml.signIn(name, PASSWORD)
      said[name] = [status, body]
    }

    assert.deepEqual(said, {
      Banned: [403, { error: 'auth.userblocked', Message: 'The account is banned. Griefing' }],
      Unconfirmed: [
        403,
        { error: 'auth.usernotactivated', Message: 'Please confirm your e-mail address first.' },
      ],
      Changing: [
        403,
        { error: 'auth.passwordchangerequired', Message: 'Please change your password first.' },
      ],
    })
  },
)

sqliteTest('a ban reason that mentions 2FA does not make GML prompt for a code', async (site) => {
  const steve = await site.player('Steve')
  const gml = await openGml(site)
  await banPlayer(site.app, BY_OWNER, steve.id, { reason: 'Sold 2FA codes', expiresAt: null })

  const reply = await gml.signIn('Steve', PASSWORD)

  assert.deepEqual([readByGml(reply), outcome(reply)], ['refused', '403 auth.userblocked'])
})

sqliteTest(
  'a key is accepted from GML only with its permission and a trusted address',
  async (site) => {
    await site.player('Steve')
    const gml = await openGml(site)
    const other = await openLauncher(site)
    const body = { Login: 'Steve', Password: PASSWORD }
    const browser = site.browser({ ip: '198.51.100.7' })

    const replies = [
      await gml.post('/auth/gml', body),
      await gml.post('/auth/gml?key=portal_guess', body),
      await gml.post(`/auth/gml?key=${other.secret}`, body),
      await site.browser({ ip: '192.0.2.9' }).post(gml.url, body),
      await browser.post('/auth/gml', body, { authorization: `Api-Key ${gml.secret}` }),
      await browser.get(`/auth/launcher/ping?key=${other.secret}`),
      await browser.get('/auth/launcher/ping', { authorization: `Api-Key ${gml.secret}` }),
    ]

    assert.deepEqual(replies.map(outcome), [
      '401 auth.invalidkey',
      '401 auth.invalidkey',
      '403 auth.forbidden',
      '403 auth.untrustedaddress',
      '200',
      '401 auth.invalidkey',
      '403 auth.forbidden',
    ])
    assert.equal(site.logLines.join('').includes(gml.secret), false)
  },
)

sqliteTest('failures in GML lock out launcher servers too, but not the site', async (site) => {
  const steve = await site.player('Steve')
  const gml = await openGml(site)
  const launcher = await openLauncher(site)
  const misses: Reply[] = []

  for (let n = 0; n < site.app.maxFailedAttempts; n += 1)
    misses.push(await gml.signIn('Steve', WRONG))
  const paused = [
    await gml.signIn('Steve', PASSWORD),
    await launcher.authenticate('Steve', PASSWORD),
  ]
  const atSite = await site.browser().logIn('Steve', PASSWORD)

  assert.deepEqual(tally(misses), { '401 auth.wrongcredentials': site.app.maxFailedAttempts })
  assert.deepEqual(paused.map(outcome), Array(2).fill('429 auth.toomanyattempts'))
  assert.equal(paused[0]?.headers['retry-after'], String(INITIAL_LOCKOUT / SECOND))
  assert.equal(atSite.status, 200)
  const audited = await site.app.db
    .selectFrom('audit')
    .select(['action', 'target'])
    .where('actor', '=', `api-key:${gml.key.id}`)
    .where('action', '=', 'login.missed')
    .execute()
  assert.deepEqual(
    audited,
    Array(site.app.maxFailedAttempts).fill({ action: 'login.missed', target: steve.id }),
  )
})

sqliteTest(
  'only one of twenty concurrent GML sign-ins with one code succeeds over two instances',
  async (site) => {
    const { totp } = await playerWithTwoFactor(site)
    const gmls = [await openGml(site, { instance: 0 }), await openGml(site, { instance: 1 })]
    site.wait(30 * SECOND)
    const code = totp()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => gmls[n % 2]?.signIn('Steve', PASSWORD, code)),
    )

    const outcomes = tally(replies.filter((reply) => reply !== undefined))
    assert.equal(outcomes['200'], 1)
    const others =
      (outcomes['401 auth.wrong2fa'] ?? 0) + (outcomes['429 auth.toomanyattempts'] ?? 0)
    assert.equal(others, 19)
  },
  { instances: 2 },
)

import assert from 'node:assert/strict'
import { reencryptTotpSecrets } from '../../../src/credentials/two-factor/change-two-factor.ts'
import { removeTwoFactor } from '../../../src/credentials/two-factor/remove-two-factor.ts'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { fromBase32, stepAt, totpCode } from './authenticator.ts'

/** Creates a player with 2FA and an authenticator app. */
async function playerWithTwoFactor(site: Site, name = 'Steve') {
  const player = await site.player(name)
  const headers = bearer(player.accessToken)
  const { body } = await player.browser.get('/cabinet/2fa/generate', headers)
  const secret = fromBase32(body.secret)
  const code = (drift = 0) => totpCode(secret, stepAt(site.now()) + drift)
  await player.browser.post('/cabinet/2fa/enable', { code: code() }, headers)
  site.wait(30 * SECOND)
  return { ...player, headers, code, secret }
}

function logIn(site: Site, name: string, totp?: string, instance = 0) {
  return site.browser({ instance }).post('/auth/login', {
    username_or_email: name,
    password: PASSWORD,
    ...(totp !== undefined && { totp }),
  })
}

sqliteTest('with 2FA on, a sign-in needs a code', async (site) => {
  const steve = await playerWithTwoFactor(site)

  const bare = await logIn(site, 'Steve')
  const empty = await logIn(site, 'Steve', '')
  const wrong = await logIn(site, 'Steve', '000000')
  const good = await logIn(site, 'Steve', steve.code())
  const again = await logIn(site, 'Steve', steve.code())

  assert.deepEqual([bare.status, bare.body.error], [401, 'auth.require2fa'])
  assert.deepEqual([empty.status, empty.body.error], [401, 'auth.require2fa'])
  assert.deepEqual([wrong.status, wrong.body.error], [401, 'auth.wrong2fa'])
  assert.equal(good.status, 200)
  assert.equal(good.body.user.twoFactorEnabled, true)
  assert.deepEqual([again.status, again.body.error], [401, 'auth.wrong2fa'])
})

sqliteTest('the code that turned 2FA on cannot be used to sign in', async (site) => {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  const { body } = await steve.browser.get('/cabinet/2fa/generate', headers)
  const code = totpCode(fromBase32(body.secret), stepAt(site.now()))

  const enabled = await steve.browser.post('/cabinet/2fa/enable', { totp: code }, headers)
  const reply = await logIn(site, 'Steve', code)

  assert.equal(enabled.status, 204)
  assert.deepEqual([reply.status, reply.body.error], [401, 'auth.wrong2fa'])
})

sqliteTest('an app code is also accepted one time step early or late', async (site) => {
  const steve = await playerWithTwoFactor(site)
  site.wait(5 * MINUTE) // otherwise some codes would be older than the code that enabled 2FA

  const tooEarly = await logIn(site, 'Steve', steve.code(2))
  const tooLate = await logIn(site, 'Steve', steve.code(-2))
  const late = await logIn(site, 'Steve', steve.code(-1))
  const early = await logIn(site, 'Steve', steve.code(1))
  const older = await logIn(site, 'Steve', steve.code(0))

  assert.deepEqual(
    [tooEarly, tooLate, late, early, older].map(({ status, body }) => body.error ?? status),
    ['auth.wrong2fa', 'auth.wrong2fa', 200, 200, 'auth.wrong2fa'],
  )
})

siteTest(
  'only one of twenty concurrent sign-ins with a code succeeds over two instances',
  async (site) => {
    const steve = await playerWithTwoFactor(site)
    const code = steve.code()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => logIn(site, 'Steve', code, turn % 2)),
    )

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    const others = replies.filter(({ status }) => status !== 200)
    assert.ok(
      others.every(({ body }) =>
        ['auth.wrong2fa', 'auth.toomanyattempts'].includes(body.error as string),
      ),
    )
  },
  { instances: 2 },
)

sqliteTest('a wrong code counts as a failed attempt, a missing code does not', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const { maxFailedAttempts } = site.app

  for (let count = 0; count <= maxFailedAttempts; count += 1) await logIn(site, 'Steve')
  for (let count = 1; count < maxFailedAttempts; count += 1) await logIn(site, 'Steve', '000000')
  const last = await logIn(site, 'Steve', '000000')
  const paused = await logIn(site, 'Steve', steve.code())

  assert.deepEqual([last.status, last.body.error], [401, 'auth.wrong2fa'])
  assert.deepEqual([paused.status, paused.body.error], [429, 'auth.toomanyattempts'])
})

sqliteTest('turning 2FA off requires a code and notifies the player by mail', async (site) => {
  const steve = await playerWithTwoFactor(site)

  const wrong = await steve.browser.post('/cabinet/2fa/disable', { code: '000000' }, steve.headers)
  const good = await steve.browser.post(
    '/cabinet/2fa/disable',
    { code: steve.code() },
    steve.headers,
  )
  const mails = await site.mails()
  const subjects = mails.map(({ subject }) => subject)
  const reply = await logIn(site, 'Steve')

  for (const { text } of mails) assert.match(text ?? '', /Open the site:\nhttp/)
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'auth.wrong2fa'])
  assert.equal(good.status, 204)
  assert.equal(reply.status, 200)
  assert.deepEqual(subjects, [
    'Two-factor authentication is on: Portal',
    'Two-factor authentication is off: Portal',
  ])
})

sqliteTest('turning 2FA on and off share a limit of ten attempts in ten minutes', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const tried = 10 - 1 // enabling 2FA took one attempt

  for (let count = 0; count < tried; count += 1) {
    await steve.browser.post('/cabinet/2fa/disable', { code: '000000' }, steve.headers)
  }
  const over = await steve.browser.post(
    '/cabinet/2fa/disable',
    { code: steve.code() },
    steve.headers,
  )
  site.wait(10 * MINUTE)
  const renewed = await steve.browser.refresh()
  const later = await steve.browser.post(
    '/cabinet/2fa/disable',
    { code: steve.code(), password: PASSWORD }, // the session is ten minutes old by now
    bearer(renewed.body.accessToken),
  )

  assert.deepEqual([over.status, over.body.error], [429, 'request.toomany'])
  assert.equal(later.status, 204)
})

sqliteTest('while 2FA is on, no new secret can be generated or enabled', async (site) => {
  const steve = await playerWithTwoFactor(site)

  const generated = await steve.browser.get('/cabinet/2fa/generate', steve.headers)
  const enabled = await steve.browser.post(
    '/cabinet/2fa/enable',
    { code: steve.code() },
    steve.headers,
  )
  const nothing = await steve.browser.post('/cabinet/2fa/disable', {}, steve.headers)

  assert.deepEqual([generated.status, generated.body.error], [409, 'auth.2faenabled'])
  assert.deepEqual([enabled.status, enabled.body.error], [409, 'auth.2faenabled'])
  assert.deepEqual([nothing.status, nothing.body.error], [400, 'request.invalid'])
})

siteTest('a 2FA secret is encrypted for its player and survives key rotation', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const alex = await playerWithTwoFactor(site, 'Alex')
  const sealedOf = async (id: string) => {
    const row = await site.app.db
      .selectFrom('player')
      .select('totp_sealed as sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.sealed ?? ''
  }

  const before = await sealedOf(steve.id)
  const { kid } = await site.app.keys.rotate()
  const resealed = await reencryptTotpSecrets(site.app)
  const after = await sealedOf(steve.id)
  const signedIn = await logIn(site, 'Steve', steve.code())
  const moved = { totp_sealed: await sealedOf(alex.id) }
  await site.app.db.updateTable('player').set(moved).where('id', '=', steve.id).execute()
  site.wait(30 * SECOND)
  const byAlex = await logIn(site, 'Steve', alex.code())

  assert.equal(resealed, 2)
  assert.notEqual(after, before)
  assert.ok(after.startsWith(`${kid}.`))
  assert.ok(!before.includes(steve.secret.toString('base64url')))
  assert.equal(signedIn.status, 200)
  assert.deepEqual([byAlex.status, byAlex.body.error], [500, 'internal'])
})

siteTest('an administrator can remove 2FA from a player who lost their phone', async (site) => {
  const steve = await playerWithTwoFactor(site)

  const removed = await removeTwoFactor(site.app, { actor: 'command', ip: null }, steve)
  const again = await removeTwoFactor(site.app, { actor: 'command', ip: null }, steve)
  const reply = await logIn(site, 'Steve')

  assert.deepEqual([removed, again, reply.status], [true, false, 200])
  const trail = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target'])
    .where('action', '=', 'two-factor.removed')
    .execute()
  assert.equal(trail.length, 1)
  assert.deepEqual(
    { ...trail[0] },
    {
      action: 'two-factor.removed',
      actor: 'command',
      target: steve.id,
    },
  )
})

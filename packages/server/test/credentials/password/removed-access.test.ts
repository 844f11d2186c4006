import assert from 'node:assert/strict'
import { setPassword } from '../../../src/credentials/password/set-password.ts'
import { findPlayer } from '../../../src/players/player-store.ts'
import { launcherPasswordsOf, openGame, turnOn } from '../../integrations/yggdrasil/game-player.ts'
import { set } from '../../mail/mail-site.ts'
import { BY_OWNER, enableTwoFactor } from '../../sign-in/sign-in-surfaces.ts'
import { auditEntries, giveRole, owner } from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openIssuer } from '../linked-accounts/issuer.ts'
import { type Outside, outsideTest, sqliteOutsideTest } from '../linked-accounts/outside.ts'
import { link, logInByIdentity, ownerWithProvider } from '../linked-accounts/with-identity.ts'
import { newAuthenticator } from '../passkeys/authenticator.ts'
import { addPasskey, logInByPasskey } from '../passkeys/with-passkey.ts'
import { confirmed, NEW_PASSWORD, reset } from './resets.ts'

const REMOVED = {
  passkeys: ['Firefox on Linux'],
  identities: [{ provider: 'forum', service: 'Our forum', name: 'thief of the forum' }],
  launcherPasswords: ['HMCL'],
  sessions: false,
  twoFactor: false,
}

/**
 * Makes Steve, to whose account an intruder has added every way to sign in. The result shows which of these ways still
 * work.
 */
async function intrudedSteve(site: Site, outside: Outside) {
  const issuer = await openIssuer(outside)
  await turnOn(site)
  await ownerWithProvider(site)
  const steve = await site.player('Steve')
  const authenticator = newAuthenticator()
  await addPasskey(steve, authenticator)
  await link(steve, issuer, 'thief')
  const { password } = (await launcherPasswordsOf(steve).create()).body
  return {
    ...steve,
    issuer,
    async waysIn(): Promise<string[]> {
      const replies = [
        await logInByPasskey(site.browser(), authenticator),
        await logInByIdentity(site.browser(), issuer, 'thief'),
        await openGame(site).authenticate('Steve', password),
      ]
      return replies.map(({ status, body }) => `${status} ${body.error ?? ''}`.trim())
    },
  }
}

const NONE = ['401 passkey.unknown', '403 identity.notlinked', '403 ForbiddenOperationException']
const ALL = ['200', '200', '200']

outsideTest('a password reset removes every other way to sign in', async (site, outside) => {
  const steve = await confirmed(site, await intrudedSteve(site, outside))
  await using _issuer = steve.issuer
  const before = await steve.waysIn()

  const done = await reset(site, steve)

  assert.deepEqual([before, await steve.waysIn()], [ALL, NONE])
  assert.equal(done.status, 200)
  assert.deepEqual(done.body, { removed: REMOVED })
  assert.equal((await steve.browser.refresh()).status, 200)
  const mail = (await site.mails()).findLast(({ subject }) => subject?.startsWith('Your password'))
  for (const said of [
    'passkeys: “Firefox on Linux”',
    'linked accounts: Our forum (“thief of the forum”)',
    'launcher passwords: “HMCL”',
  ]) {
    assert.ok(mail?.text?.includes(said), said)
  }
  const by = { actor: steve.id, target: steve.id, ip: '127.0.0.1', after: null }
  for (const [action, was] of Object.entries({
    'passkey.removed': 'Firefox on Linux',
    'identity.unlinked': 'forum: thief of the forum (thief)',
    'launcher-password.revoked': 'HMCL',
  })) {
    assert.deepEqual(await auditEntries(site, action), [{ action, ...by, before: was }])
  }
})

sqliteOutsideTest(
  'a password change removes other ways to sign in only if close is set',
  async (site, outside) => {
    const steve = await intrudedSteve(site, outside)
    await using _issuer = steve.issuer
    const change = (current: string, password: string, close?: boolean) =>
      steve.browser.post(
        '/cabinet/password',
        { current, password, close },
        bearer(steve.accessToken),
      )

    const kept = await change(PASSWORD, NEW_PASSWORD)
    const before = await steve.waysIn()
    const closed = await change(NEW_PASSWORD, PASSWORD, true)
    const again = await change(PASSWORD, NEW_PASSWORD, true)

    assert.deepEqual([kept, again].map(outcome), ['204', '204'])
    assert.deepEqual([closed.status, closed.body], [200, { removed: REMOVED }])
    assert.deepEqual([before, await steve.waysIn()], [ALL, NONE])
    assert.equal((await steve.browser.refresh()).status, 200)
  },
)

sqliteOutsideTest(
  'a password set by an administrator removes every other way to sign in',
  async (site, outside) => {
    const steve = await intrudedSteve(site, outside)
    await using _issuer = steve.issuer
    const player = await findPlayer(site.app.db, steve.id)
    assert.ok(player)

    const removed = await setPassword(site.app, BY_OWNER, player, NEW_PASSWORD)

    assert.deepEqual([removed, await steve.waysIn()], [REMOVED, NONE])
  },
)

outsideTest(
  'a stranger who registered with another person’s address loses all access at the first reset',
  async (site, outside) => {
    const steve = await intrudedSteve(site, outside)
    await using _issuer = steve.issuer
    await set(site, 'recoveryCodes', 'on')
    await enableTwoFactor(site, steve)
    await steve.browser.post('/cabinet/2fa/recovery-codes', undefined, bearer(steve.accessToken))

    const done = await reset(site, steve)

    const owner = await site.browser().logIn('Steve', NEW_PASSWORD)
    assert.deepEqual(done.body, { removed: { ...REMOVED, sessions: true, twoFactor: true } })
    assert.equal(owner.status, 200)
    assert.equal(owner.body.user.twoFactorEnabled, false)
    assert.equal(outcome(await steve.browser.refresh()), '401 auth.sessionexpired')
    assert.deepEqual(await steve.waysIn(), NONE)
    assert.deepEqual(await site.app.db.selectFrom('recovery_code').select('mark').execute(), [])
    const [trace] = await auditEntries(site, 'two-factor.removed')
    assert.equal(trace?.target, steve.id)
  },
)

sqliteTest('the second password reset of an account keeps sessions and 2FA', async (site) => {
  const steve = await site.player('Steve')
  await reset(site, steve)
  const again = await site.browser().logIn('Steve', NEW_PASSWORD)
  const own = { browser: site.browser(), accessToken: String(again.body.accessToken) }
  await enableTwoFactor(site, own)

  const done = await reset(site, steve, { password: PASSWORD })

  const login = await site.browser().logIn('Steve', PASSWORD)
  const me = await own.browser.get('/auth/me', bearer(own.accessToken))
  assert.deepEqual([done, login, me].map(outcome), ['204', '401 auth.require2fa', '200'])
})

sqliteTest('a reset keeps the second factor of a player with panel permissions', async (site) => {
  await owner(site)
  const steve = await site.player('Steve')
  await addPasskey(steve, newAuthenticator())
  await giveRole(site, steve.id, { id: 'helper', permissions: ['panel.access'] })
  await enableTwoFactor(site, steve)

  const done = await reset(site, steve)

  const login = await site.browser().logIn('Steve', NEW_PASSWORD)
  assert.deepEqual([done.body.removed.sessions, done.body.removed.twoFactor], [true, false])
  assert.equal(outcome(login), '401 auth.require2fa')
  const told = (await site.mails()).filter(({ subject }) => subject?.includes('passkeys'))
  assert.deepEqual(
    told.map(({ to }) => to?.[0]?.address),
    ['notch@example.org'],
  )
})

sqliteTest('a password reset confirms an unconfirmed address', async (site) => {
  await set(site, 'emailConfirmation', 'on')
  const steve = await site.player('Steve')

  const done = await reset(site, steve)

  const owner = await site.browser().logIn('Steve', NEW_PASSWORD)
  assert.deepEqual([done.status, done.body.removed.sessions], [200, true])
  assert.equal(owner.body.user.activated, true)
  const mails = (await site.mails()).map(({ subject }) => subject)
  assert.ok(mails.includes('Your password was changed: Portal'))
})

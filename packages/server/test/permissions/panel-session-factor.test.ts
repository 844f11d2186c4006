import assert from 'node:assert/strict'
import { openIssuer } from '../credentials/linked-accounts/issuer.ts'
import { sqliteOutsideTest } from '../credentials/linked-accounts/outside.ts'
import {
  FORUM,
  link,
  logInByIdentity,
  ownerWithProvider,
} from '../credentials/linked-accounts/with-identity.ts'
import { newAuthenticator } from '../credentials/passkeys/authenticator.ts'
import { addPasskey, logInByPasskey, signedAttempt } from '../credentials/passkeys/with-passkey.ts'
import { set } from '../mail/mail-site.ts'
import { enableTwoFactor } from '../sign-in/sign-in-surfaces.ts'
import { type Browser, bearer, outcome, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'

const LOCKED = '403 auth.2farequired'

sqliteTest('a password sign-in does not open the panel to staff with a passkey', async (site) => {
  const { authenticator } = await ownerWithPasskey(site)
  const browser = site.browser()
  const { accessToken } = (await browser.logIn('Owner', PASSWORD)).body

  const byPassword = await overview(browser, accessToken)
  const passkey = await signedAttempt(browser, authenticator)
  await browser.post('/auth/prove', { passkey }, bearer(accessToken))
  const afterwards = await overview(browser, accessToken)

  assert.deepEqual([byPassword, afterwards].map(outcome), [LOCKED, '200'])
  assert.deepEqual(byPassword.body.proofs, [['passkey']])
})

sqliteTest('a sign-in by passkey opens the panel', async (site) => {
  const { authenticator } = await ownerWithPasskey(site)
  const browser = site.browser()
  const { accessToken } = (await logInByPasskey(browser, authenticator)).body

  const open = await overview(browser, accessToken)

  assert.equal(outcome(open), '200')
})

sqliteTest('a TOTP code opens the panel, at sign-in or at re-authentication', async (site) => {
  const owner = await openOwner(site)
  const old = site.browser()
  const early = (await old.logIn('Owner', PASSWORD)).body
  const totp = await enableTwoFactor(site, owner)
  await set(site, 'panelNeedsTwoFactor', 'on')
  const browser = site.browser()
  const credentials = { username_or_email: 'Owner', password: PASSWORD, totp: totp() }
  const late = (await browser.post('/auth/login', credentials)).body
  site.wait(30_000)

  const bySignIn = await overview(browser, late.accessToken)
  const byPassword = await overview(old, early.accessToken)
  await old.post('/auth/prove', { password: PASSWORD, totp: totp() }, bearer(early.accessToken))
  const byProof = await overview(old, early.accessToken)

  assert.deepEqual([bySignIn, byPassword, byProof].map(outcome), ['200', LOCKED, '200'])
  assert.deepEqual(byPassword.body.proofs, [['password', 'totp']])
})

sqliteTest(
  '2FA and a passkey open the panel in the session in which they were set up',
  async (site) => {
    const owner = await openOwner(site)
    const alex = await openOwner(site, 'Alex')
    await set(site, 'panelNeedsTwoFactor', 'on')
    await enableTwoFactor(site, owner)
    await addPasskey(alex, newAuthenticator())

    const replies = [await owner.get('/admin/overview'), await alex.get('/admin/overview')]

    assert.deepEqual(replies.map(outcome), ['200', '200'])
  },
)

sqliteTest('turning off 2FA closes the panel in every session', async (site) => {
  const owner = await openOwner(site)
  const totp = await enableTwoFactor(site, owner)
  await set(site, 'panelNeedsTwoFactor', 'on')
  const open = await owner.get('/admin/overview')
  await owner.post('/cabinet/2fa/disable', { code: totp() })

  const closed = await owner.get('/admin/overview')

  assert.deepEqual([open, closed].map(outcome), ['200', LOCKED])
})

sqliteTest(
  'a player with a session of the previous release must enter the second factor once more',
  async (site) => {
    const owner = await openOwner(site)
    const totp = await enableTwoFactor(site, owner)
    await set(site, 'panelNeedsTwoFactor', 'on')
    await site.app.db.updateTable('session').set({ second_factor: null }).execute()

    const before = await owner.get('/admin/overview')
    await owner.post('/auth/prove', { password: PASSWORD, totp: totp() })
    const after = await owner.get('/admin/overview')

    assert.deepEqual([before, after].map(outcome), [LOCKED, '200'])
  },
)

sqliteTest('a password alone cannot replace the second factor of staff', async (site) => {
  await ownerWithPasskey(site)
  const browser = site.browser()
  const { accessToken } = (await browser.logIn('Owner', PASSWORD)).body
  const headers = bearer(accessToken)
  const passkeys = await browser.get('/passkeys', headers)

  const tries = [
    await browser.post('/cabinet/2fa/enable', { code: '000000', password: PASSWORD }, headers),
    await browser.post('/passkeys/options', undefined, headers),
    await browser.delete(`/passkeys/${passkeys.body.items[0].id}`, headers),
    await browser.post('/cabinet/email', { email: 'a@example.org', password: PASSWORD }, headers),
  ]

  assert.deepEqual(
    tries.map(outcome),
    tries.map(() => '403 auth.proofrequired'),
  )
  assert.deepEqual(tries[0]?.body.proofs, [['passkey']])
})

sqliteOutsideTest('only a trusted linked account opens the panel', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  const notch = await ownerWithProvider(site, { ...FORUM, trusted: true })
  const owner = await openOwner(site)
  await link(owner, issuer, 'owner')
  await set(site, 'panelNeedsTwoFactor', 'on')
  const browser = site.browser()
  const { signedIn } = (await logInByIdentity(browser, issuer, 'owner')).body

  const trusted = await overview(browser, signedIn.accessToken)
  await enableTwoFactor(site, notch)
  await notch.send('PATCH', '/admin/identity-providers/forum', { trusted: false })
  const distrusted = await overview(browser, signedIn.accessToken)

  assert.deepEqual([trusted, distrusted].map(outcome), ['200', LOCKED])
})

/** Creates an owner with a passkey, on a site whose panel requires a second factor. */
async function ownerWithPasskey(site: Site) {
  const owner = await openOwner(site)
  const authenticator = newAuthenticator()
  await addPasskey(owner, authenticator)
  await set(site, 'panelNeedsTwoFactor', 'on')
  return { ...owner, authenticator }
}

function overview(browser: Browser, accessToken: string): Promise<Reply> {
  return browser.get('/admin/overview', bearer(accessToken))
}

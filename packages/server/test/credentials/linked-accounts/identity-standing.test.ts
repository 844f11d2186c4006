import assert from 'node:assert/strict'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { openIssuer } from './issuer.ts'
import { sqliteOutsideTest } from './outside.ts'
import { logInByIdentity, ownerWithProvider, playerWithIdentity } from './with-identity.ts'

sqliteOutsideTest(
  'a sign-in with a linked account shows a banned player the ban',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    const notch = await ownerWithProvider(site)
    const steve = await playerWithIdentity(site, issuer)
    await notch.send('POST', `/admin/players/${steve.id}/ban`, { reason: 'griefing' })

    const byPassword = await site.browser().logIn('Steve', PASSWORD)
    const byIdentity = await logInByIdentity(site.browser(), issuer, 'steve')

    assert.equal(byPassword.body.user.banReason, 'griefing')
    assert.deepEqual(byIdentity.body.signedIn.user, byPassword.body.user)
  },
)

sqliteOutsideTest(
  'a sign-in with a linked account does not end a required password change',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    const notch = await ownerWithProvider(site)
    const steve = await playerWithIdentity(site, issuer)
    await notch.send('PATCH', `/admin/players/${steve.id}`, { passwordChangeRequired: true })

    const browser = site.browser()
    const { signedIn } = (await logInByIdentity(browser, issuer, 'steve')).body
    const refused = await browser.get('/identities', bearer(signedIn.accessToken))

    assert.equal(outcome(refused), '403 auth.passwordchangerequired')
  },
)

sqliteOutsideTest(
  'a sign-in with a linked account does not confirm the player’s address',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    const notch = await ownerWithProvider(site)
    const steve = await playerWithIdentity(site, issuer)
    await notch.send('PATCH', '/admin/settings', { emailConfirmation: true })
    await notch.send('PATCH', `/admin/players/${steve.id}`, { activated: false })

    const browser = site.browser()
    const { signedIn } = (await logInByIdentity(browser, issuer, 'steve')).body
    const refused = await browser.get('/identities', bearer(signedIn.accessToken))

    assert.equal(outcome(refused), '403 auth.usernotactivated')
  },
)

sqliteOutsideTest('a linked account is no second factor for the panel', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  const notch = await ownerWithProvider(site)
  await notch.send('PATCH', '/admin/settings', { panelNeedsTwoFactor: true })
  const steve = await playerWithIdentity(site, issuer)
  await site.app.db
    .updateTable('player')
    .set({ superuser_at: site.now() })
    .where('id', '=', steve.id)
    .execute()

  const browser = site.browser()
  const { signedIn } = (await logInByIdentity(browser, issuer, 'steve')).body
  const refused = await browser.get('/admin/overview', bearer(signedIn.accessToken))

  assert.equal(outcome(refused), '403 auth.2farequired')
})

sqliteOutsideTest(
  'a sign-in with a linked account does not count as re-authentication',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const browser = site.browser()
    const { signedIn } = (await logInByIdentity(browser, issuer, 'steve')).body
    const headers = bearer(signedIn.accessToken)

    const unproven = await browser.delete('/identities/forum', headers)
    await browser.post('/auth/prove', { password: PASSWORD }, headers)
    const proven = await browser.delete('/identities/forum', headers)

    assert.deepEqual([unproven, proven].map(outcome), ['403 auth.proofrequired', '204'])
    assert.deepEqual(unproven.body.proofs, [['password']])
  },
)

sqliteOutsideTest('an administrator can see and remove linked accounts', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  const notch = await ownerWithProvider(site)
  const steve = await playerWithIdentity(site, issuer)

  const { identities } = (await notch.get(`/admin/players/${steve.id}`)).body.player
  const removed = await notch.send('DELETE', `/admin/players/${steve.id}/identities`)
  const reply = await logInByIdentity(site.browser(), issuer, 'steve')

  assert.deepEqual(identities, [
    {
      provider: 'forum',
      kind: 'oidc',
      providerName: 'Our forum',
      subject: 'steve',
      name: 'steve of the forum',
      linkedAt: new Date(site.now()).toISOString(),
      lastUsedAt: null,
    },
  ])
  assert.deepEqual([removed, reply].map(outcome), ['204', '403 identity.notlinked'])
  const told = (await site.mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`)
  assert.ok(told.includes(`${steve.email}: Your linked accounts were removed: Portal`))
  assert.ok(told.includes('notch@example.org: The linked accounts of Steve were removed: Portal'))
})

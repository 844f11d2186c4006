import assert from 'node:assert/strict'
import { owner } from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { logInByPasskey, playerWithPasskey } from './with-passkey.ts'

siteTest('a ban is told at a sign-in by passkey as at one by password', async (site) => {
  const steve = await playerWithPasskey(site)
  const notch = await owner(site)
  await notch.send('POST', `/admin/players/${steve.id}/ban`, { reason: 'griefing' })

  const byPassword = await site.browser().logIn('Steve', PASSWORD)
  const byPasskey = await logInByPasskey(site.browser(), steve.authenticator)

  const told = [byPassword, byPasskey].map(({ status, body }) => [status, body.user.banReason])
  assert.deepEqual(told, [
    [200, 'griefing'],
    [200, 'griefing'],
  ])
})

siteTest('a password change that was demanded stays demanded', async (site) => {
  const steve = await playerWithPasskey(site)
  const notch = await owner(site)
  await notch.send('PATCH', `/admin/players/${steve.id}`, { passwordChangeRequired: true })

  const browser = site.browser()
  const { body } = await logInByPasskey(browser, steve.authenticator)
  const refused = await browser.get('/passkeys', bearer(body.accessToken))

  assert.equal(body.user.passwordChangeRequired, true)
  assert.equal(outcome(refused), '403 auth.passwordchangerequired')
})

siteTest('an address that was not confirmed stays so', async (site) => {
  const steve = await playerWithPasskey(site)
  const notch = await owner(site)
  await notch.send('PATCH', '/admin/settings', { emailConfirmation: true })
  await notch.send('PATCH', `/admin/players/${steve.id}`, { activated: false })

  const browser = site.browser()
  const { body } = await logInByPasskey(browser, steve.authenticator)
  const refused = await browser.get('/passkeys', bearer(body.accessToken))

  assert.equal(body.user.activated, false)
  assert.equal(outcome(refused), '403 auth.usernotactivated')
})

import assert from 'node:assert/strict'
import { owner } from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { logInByPasskey, playerWithPasskey } from './with-passkey.ts'

sqliteTest('a passkey sign-in shows a banned player the ban', async (site) => {
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

sqliteTest('a passkey sign-in does not end a required password change', async (site) => {
  const steve = await playerWithPasskey(site)
  const notch = await owner(site)
  await notch.send('PATCH', `/admin/players/${steve.id}`, { passwordChangeRequired: true })

  const browser = site.browser()
  const { body } = await logInByPasskey(browser, steve.authenticator)
  const refused = await browser.get('/passkeys', bearer(body.accessToken))

  assert.equal(body.user.passwordChangeRequired, true)
  assert.equal(outcome(refused), '403 auth.passwordchangerequired')
})

sqliteTest('a passkey sign-in does not confirm the player’s address', async (site) => {
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

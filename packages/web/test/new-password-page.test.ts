import assert from 'node:assert/strict'
import { turnOn } from '../../server/test/integrations/yggdrasil/game-player.ts'
import { PASSWORD } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { withDevice } from './passkey-device.ts'
import { resetPath } from './shown-pages.ts'
import { loaded, signInWithoutForm } from './site-in-browser.ts'

const NEW_PASSWORD = 'an entirely other one'

pageTest('after a reset the page lists the removed ways to sign in', async (given) => {
  await turnOn(given.site)
  await given.site.player('Alex')
  const { page, context } = await given.visitor()
  await withDevice(context, page)
  await signInWithoutForm(page, 'Alex')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added.').waitFor()

  await page.goto(await resetPath(given.site))
  await page.getByText('Passkeys and linked accounts are removed in any case').waitFor()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()

  await page.getByText('Other ways to sign in were removed').waitFor()
  await page.getByText('Passkeys: Chrome on Linux').waitFor()
  const link = page.getByRole('link', { name: 'Open Security' })
  assert.equal(await link.getAttribute('href'), '/account/security')
})

pageTest('after a password change the page lists the removed passkeys', async (given) => {
  await turnOn(given.site)
  await given.site.player('Alex')
  const { page, context } = await given.visitor()
  await withDevice(context, page)
  await signInWithoutForm(page, 'Alex')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByText('Chrome on Linux').waitFor()

  const card = page.getByRole('region', { name: 'Password', exact: true })
  await card.getByLabel('Current password').fill(PASSWORD)
  await card.getByLabel('New password').fill(NEW_PASSWORD)
  await card.getByRole('checkbox').check()
  await card.getByRole('button', { name: 'Change the password' }).click()

  await card.getByText('Passkeys: Chrome on Linux').waitFor()
  await loaded(page)
  assert.equal(await passkeys.getByText('Chrome on Linux').count(), 0)
})

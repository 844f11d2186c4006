import assert from 'node:assert/strict'
import { openGame, turnOn } from '../../server/test/integrations/yggdrasil/game-player.ts'
import { pageTest } from './page-test.ts'
import { resetPath } from './shown-pages.ts'
import { copyField, signInWithoutForm } from './site-in-browser.ts'

pageTest('a launcher password is created, shown once, used and revoked', async (given) => {
  await turnOn(given.site)
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/security')
  const card = page.getByRole('region', { name: 'Launcher passwords' })

  await card.getByLabel('Password name').fill('HMCL at home')
  await page.keyboard.press('Enter')
  const password = await card.locator('code', { hasText: /^[a-z0-9]{20}$/ }).innerText()
  const signedIn = await openGame(given.site).authenticate('Steve', password)
  await copyField(card)
  await page.reload()
  await card.getByText('HMCL at home', { exact: true }).waitFor()

  assert.equal(signedIn.status, 200)
  assert.equal(await card.getByText(password).count(), 0)
  await card.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Launcher password revoked.').waitFor()
  await card.getByText('HMCL at home', { exact: true }).waitFor({ state: 'detached' })
  const late = await openGame(given.site).authenticate('Steve', password)
  assert.equal(late.status, 403)
})

pageTest('leaving the page warns if the launcher password was not copied', async (given) => {
  await turnOn(given.site)
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/security')
  await page.getByLabel('Password name').fill('PCL')
  await page.getByRole('button', { name: 'Create a password' }).click()
  await page.getByRole('heading', { name: 'Password for PCL' }).waitFor()

  await page.getByRole('link', { name: 'Profile' }).click()

  await page.getByRole('dialog', { name: 'Leave without the password?' }).waitFor()
})

pageTest('launcher passwords are not offered without Yggdrasil', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/security')
  await page.getByText('this device', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle') // the card would first load its script

  assert.equal(await page.getByText('Launcher passwords').count(), 0)
})

pageTest('a player with launchers sees which actions sign the launchers out', async (given) => {
  const { site } = given
  await turnOn(site)
  await site.player('Alex')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Alex')
  await page.goto('/account/security')
  const devices = page.getByRole('region', { name: 'Devices' })

  await page.getByText('launcher passwords are removed').waitFor()
  await devices.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await page.getByRole('dialog').getByText('Launcher passwords stay').waitFor()
  await page.goto(await resetPath(site))
  await page.getByText('Launchers are signed out too').waitFor()
})

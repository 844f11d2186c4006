import assert from 'node:assert/strict'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { firstSetupUrl } from '../../server/test/account/registration/new-site.ts'
import {
  fromBase32,
  stepAt,
  totpCode,
} from '../../server/test/credentials/two-factor/authenticator.ts'
import { pageTest } from './page-test.ts'
import { withDevice } from './passkey-device.ts'
import { fillInRegistration, signInWithoutForm } from './site-in-browser.ts'

pageTest(
  'after the setup of a site, the panel opens once the owner turns 2FA on',
  async (given) => {
    const { site, visitor } = given
    const { page } = await visitor()
    await page.goto(await firstSetupUrl(site))
    await page.getByLabel('Name of the project').fill('Blocks')
    await fillInRegistration(page, 'Notch')
    await page.getByRole('button', { name: 'Set up the site' }).click()

    await page.getByRole('heading', { name: 'Secure your account to open the panel' }).waitFor()
    await page.getByRole('button', { name: 'Turn on' }).click()
    const secret = (await page.locator('.scan code, .scan .mono').first().textContent()) ?? ''
    const key = fromBase32(secret.replaceAll(/[^A-Z2-7]/g, ''))
    await page.getByLabel('Code', { exact: true }).fill(totpCode(key, stepAt(site.now())))
    await page.getByRole('button', { name: 'I have saved them' }).click()

    await page.getByRole('region', { name: 'First steps' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/panel')
  },
)

pageTest('once 2FA is required, an open panel leads staff to the setup of 2FA', async (given) => {
  const { site } = given
  const { page } = await given.owner()
  await page.goto('/panel/players')
  await page.getByRole('link', { name: 'Owner' }).first().waitFor()
  const on = { name: 'panelNeedsTwoFactor', text: 'on' } as const
  await changeSetting(site.app, { actor: 'command', ip: null }, on)

  await page.getByRole('link', { name: 'Audit' }).click()

  await page.waitForURL('**/account/protect')
  await page.getByRole('heading', { name: 'Secure your account to open the panel' }).waitFor()
})

pageTest('staff with a passkey can open the panel that requires 2FA', async (given) => {
  const { site } = given
  const { page, context } = await given.owner()
  await withDevice(context, page)
  const on = { name: 'panelNeedsTwoFactor', text: 'on' } as const
  await changeSetting(site.app, { actor: 'command', ip: null }, on)
  await page.goto('/panel/players')
  await page.getByRole('heading', { name: 'Secure your account to open the panel' }).waitFor()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('link', { name: 'Open the panel' }).click()

  await page.getByRole('region', { name: 'First steps' }).waitFor()
})

pageTest('staff signed in by password open the panel after a passkey check', async (given) => {
  const { site } = given
  const { page, context } = await given.owner()
  await withDevice(context, page)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added').waitFor()
  const on = { name: 'panelNeedsTwoFactor', text: 'on' } as const
  await changeSetting(site.app, { actor: 'command', ip: null }, on)
  await site.app.db.updateTable('session').set({ second_factor: null }).execute()

  await page.goto('/panel/players')
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByText('the panel requires your second factor').waitFor()
  const passwords = await question.locator('[name=password]').count()
  await question.getByRole('button', { name: 'Use a passkey' }).click()

  await page.getByRole('link', { name: 'Owner' }).first().waitFor()
  assert.equal(passwords, 0)
  assert.equal(new URL(page.url()).pathname, '/panel/players')
})

pageTest('players without panel permissions are not required to use 2FA', async (given) => {
  const { site, visitor } = given
  const on = { name: 'panelNeedsTwoFactor', text: 'on' } as const
  await changeSetting(site.app, { actor: 'command', ip: null }, on)
  await site.player('Steve')
  const { page } = await visitor()

  await signInWithoutForm(page, 'Steve')
  await page.goto('/panel')

  await page.getByText('You do not have access to this page: Panel.').waitFor()
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { MINUTE } from '../../server/src/platform/clock.ts'
import { enableTwoFactor } from '../../server/test/sign-in/sign-in-surfaces.ts'
import { pageTest } from './page-test.ts'
import { PASSWORD, signInWithoutForm, taken } from './site-in-browser.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

async function answer(page: Page, password = PASSWORD): Promise<void> {
  await question(page).locator('[name=password]:focus').waitFor()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

pageTest('an old session can create an API key after re-authentication', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/keys')
  await page.getByLabel('Name', { exact: true }).fill('Launcher')
  await page.getByLabel('Trusted addresses').fill('203.0.113.7')
  given.site.wait(11 * MINUTE)

  await page.getByRole('button', { name: 'Create a key' }).click()
  await answer(page, 'wrong guess')
  await question(page).getByRole('alert').waitFor()
  await question(page).locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')

  await page.getByLabel('Key', { exact: true }).waitFor()
  const keys = await given.site.app.db.selectFrom('api_key').select(['name', 'addresses']).execute()
  assert.deepEqual({ ...keys[0] }, { name: 'Launcher', addresses: '["203.0.113.7"]' })
  assert.equal(keys.length, 1)
})

pageTest(
  'closing the re-authentication dialog keeps the input and saves nothing',
  async (given) => {
    const { page } = await given.owner()
    await page.goto('/panel/keys')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Launcher')
    await page.getByLabel('Trusted addresses').fill('203.0.113.7')
    given.site.wait(11 * MINUTE)

    await page.getByRole('button', { name: 'Create a key' }).click()
    await question(page).waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await page.getByRole('alert').getByText('Please enter your password again.').waitFor()

    assert.equal(await name.inputValue(), 'Launcher')
    const keys = await given.site.app.db.selectFrom('api_key').select('id').execute()
    assert.equal(keys.length, 0)
  },
)

pageTest('saving a security setting requires the password and the code', async (given) => {
  const { page } = await given.owner()
  const { body } = await given.site.browser().logIn('Owner', PASSWORD)
  const totp = await enableTwoFactor(given.site, { browser: given.site.browser(), ...body })
  await page.goto('/panel/settings/registration')
  await page.getByLabel('Registration is open').uncheck()
  given.site.wait(11 * MINUTE)

  await page.getByRole('button', { name: 'Save' }).click()
  await question(page).locator('[name=password]').fill(PASSWORD)
  await question(page).getByLabel('Code', { exact: true }).fill(totp())
  await page.keyboard.press('Enter')

  await page.getByRole('status').getByText('Saved').waitFor()
  const settings = await given.site.app.settings.read()
  assert.equal(settings.registrationOpen, false)
})

pageTest('one re-authentication is enough for two risky actions in a row', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  given.site.wait(11 * MINUTE)

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await answer(page)
  await page.getByText('This code is wrong').waitFor()
  const refused = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await page.getByLabel('Code', { exact: true }).fill('000001')
  await taken(page, refused)
  await page.getByText('This code is wrong').waitFor()

  assert.equal(await question(page).count(), 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { HOUR } from '../../server/src/platform/clock.ts'
import { firstSetupUrl } from '../../server/test/account/registration/new-site.ts'
import { placeholdersOf } from '../src/pages/admin/content/placeholders.ts'
import { freeName } from '../src/pages/admin/integrations/free-name.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

const errors = (page: Page) => page.locator('.field [role=alert]').allTextContents()

const EMPTY_FORM = ['Enter a name.', 'Enter your e-mail address.', 'Enter a password.']

pageTest('an empty registration shows the errors of all fields together', async ({ visitor }) => {
  const { page } = await visitor()
  await page.goto('/register')

  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Enter a password.').waitFor()

  assert.deepEqual(await errors(page), EMPTY_FORM)
})

pageTest('the setup page removes an error once its field is corrected', async (given) => {
  const { page } = await given.visitor()
  await page.goto(await firstSetupUrl(given.site))

  await page.getByRole('button', { name: 'Set up the site' }).click()
  await page.getByText('Enter a password.').waitFor()
  const before = await errors(page)
  await page.getByLabel('Name of the project').fill('Blocks')
  await page.getByLabel('Name in the game').fill('Notch')
  await page.getByLabel('E-mail').fill('notch@example.org')

  assert.deepEqual(before, ['Enter a name for the project.', ...EMPTY_FORM])
  assert.deepEqual(await errors(page), ['Enter a password.'])
})

pageTest('an easy password is refused together with other errors', async (given) => {
  const { page } = await given.visitor()
  const submit = async (path: string, button: string) => {
    await page.goto(path)
    await page.getByLabel('Password', { exact: true }).fill('qwertyuiop')
    await page.getByRole('button', { name: button }).click()
    await page.getByText('Enter your e-mail address.').waitFor()
    const rule = page.getByRole('listitem').filter({ hasText: 'not easy to guess' })
    return [(await errors(page)).at(-1), await rule.innerText()]
  }

  const registration = await submit('/register', 'Create account')
  const setup = await submit(await firstSetupUrl(given.site), 'Set up the site')

  for (const [error = '', rule = ''] of [registration, setup]) {
    assert.match(error, /consecutive letters/)
    assert.match(rule, /×/)
  }
})

pageTest('the error of an invalid name says what is wrong with that name', async ({ visitor }) => {
  const { page } = await visitor()
  const name = page.getByLabel('Name in the game')
  await page.goto('/register')

  await name.fill('Ася')
  await page.getByText('A name cannot contain “А”').waitFor()
  const cyrillic = await errors(page)
  await name.fill('my name')
  await page.getByText('A name cannot contain a space').waitFor()
  await name.fill('ab')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This name is too short: at least 3 characters.').waitFor()

  assert.deepEqual(cyrillic, [
    'A name cannot contain “А”. Use only Latin letters, digits and underscores.',
  ])
})

pageTest('the error of an invalid amount says what is wrong with that amount', async (given) => {
  const { id } = await given.site.player('Steve')
  const { page } = await given.owner()
  await page.goto(`/panel/players/${id}?tab=balance`)
  const amount = page.locator('input[inputmode=decimal]').first()

  await amount.fill('abc')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByText('“abc” is not a number. Enter one such as 10 or -2.50.').waitFor()
  await amount.fill('1.005')
  await page.getByRole('button', { name: 'Change' }).click()

  await page.getByText('An amount has at most two decimal places.').waitFor()
})

pageTest(
  'publishing a page that still has placeholders requires a confirmation',
  async ({ owner, site }) => {
    const { page } = await owner()
    const published = () => site.app.db.selectFrom('page').select('published_at').execute()
    await page.goto('/panel/pages/new')
    await page.getByRole('button', { name: /Rules/ }).first().click()
    await page.locator('.preview').getByRole('heading', { name: 'Be fair' }).waitFor()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page
      .getByText('The text still has placeholders of the template: [Discord, Telegram, VK]')
      .waitFor()
    const before = await published()
    await page.getByRole('button', { name: 'Publish anyway' }).click()
    await page.waitForURL(/\/panel\/pages(\/(?!new).*)?$/)

    assert.deepEqual(before, [])
    assert.equal((await published()).length, 1)
  },
)

pageTest(
  'a player whose session was ended sees where to find the reason',
  async ({ site, visitor }) => {
    await site.player('Steve')
    const { page } = await visitor()
    await signInWithoutForm(page, 'Steve')
    await site.app.db.deleteFrom('session').execute()

    await page.reload()
    await page.waitForURL('**/login?to=/account')

    await page
      .getByText('If your account was banned, you see the reason after you sign in.')
      .waitFor()
  },
)

pageTest('a line shows that a page is loading when it takes long', async ({ owner, site }) => {
  const { page } = await owner()
  await page.goto('/panel')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.clock.pauseAt(site.now() + HOUR) // otherwise a slow machine exceeds the delay
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/MailPage*.js', async (route) => {
    await script.promise
    await route.continue()
  })

  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await page.clock.runFor(100)
  const early = await page.locator('.page-progress').count()
  await page.clock.runFor(100)
  await page.locator('.page-progress').waitFor()
  script.resolve()
  await page.getByRole('heading', { level: 1, name: 'Mail' }).waitFor()

  assert.equal(early, 0)
  assert.equal(await page.locator('.page-progress').count(), 0)
})

pageTest('the system page hides passed checks until they are opened', async ({ owner }) => {
  const { page } = await owner()
  await page.goto('/panel/system')

  const folded = page.getByText(/^\d+ checks passed$/)
  await folded.waitFor()
  const good = page.locator('.checks .tag', { hasText: 'OK' }).first()
  const hidden = await good.isVisible()
  await folded.click()

  assert.deepEqual([hidden, await good.isVisible()], [false, true])
})

test('placeholders of a template are found, and links do not count', () => {
  const text = 'On [Discord, VK] and [site](https://a.example). Tell [whom]. - [x] done [ref][1]'

  assert.deepEqual(placeholdersOf([text, 'Tell [whom].']), ['[Discord, VK]', '[whom]'])
})

test('the key for a second launcher of one kind gets a number in its name', () => {
  assert.equal(freeName('Laminara', []), 'Laminara')
  assert.equal(freeName('Laminara', ['Laminara', 'Laminara 2']), 'Laminara 3')
})

import assert from 'node:assert/strict'
import { openMailServer } from '../../server/test/support/smtp.ts'
import { pageTest } from './page-test.ts'

const LOGIN = { user: 'portal', password: 'a very secret word' }

pageTest('without a mail server no page reports that a mail was sent', async ({ owner, site }) => {
  const { page } = await owner()
  const notSent = page.getByText('E-mails are not sent because no mail server is set.')

  await page.goto('/panel')
  await notSent.waitFor()
  await page.goto('/panel/settings/mail')
  await notSent.waitFor()
  await page.getByRole('link', { name: 'Set up mail' }).click()
  await page.waitForURL('**/panel/mail')
  await notSent.waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Not sent: no mail server is set. The e-mail to owner@').waitFor()
  await site.player('Steve')
  await site.browser().post('/auth/reset', { email: 'steve@example.org' })
  await site.mails()
  await page.reload()

  await page.getByText('not sent, because there was no mail server').waitFor() // shown once for all mails
  const states = new Set(await page.locator('.table .tag').allTextContents())
  assert.deepEqual([...states], ['stored as a file'])
})

pageTest(
  'without a mail server, turning e-mail confirmation on requires a confirmation',
  async (given) => {
    const { page } = await given.owner()
    const isOn = async () => (await given.site.app.settings.read()).emailConfirmation

    await page.goto('/panel/settings/registration')
    await page.getByLabel('New players confirm their e-mail').check()
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('new players wait for a code that is stored as a file').waitFor()
    const whileAsked = await isOn()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Turn it on anyway' }).click()
    await page.getByRole('status').getByText('Saved.', { exact: true }).waitFor()

    assert.deepEqual([whileAsked, await isOn()], [false, true])
  },
)

pageTest(
  'turning e-mail confirmation on requires a confirmation even before the state of the mail server has loaded',
  async (given) => {
    const { page } = await given.owner()
    const loading = Promise.withResolvers<void>()
    await page.route('**/admin/overview', async (route) => {
      await loading.promise
      await route.continue()
    })

    await page.goto('/panel/settings/registration')
    await page.getByLabel('New players confirm their e-mail').check()
    await page.getByRole('button', { name: 'Save' }).click()
    loading.resolve()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn it on anyway' }).waitFor()

    assert.equal((await given.site.app.settings.read()).emailConfirmation, false)
  },
)

pageTest('an owner can test and save a mail server', async (given) => {
  await using smtp = await openMailServer({ login: LOGIN })
  const { page } = await given.owner()
  const field = (label: string) => page.getByLabel(label, { exact: true })

  await page.goto('/panel/mail')
  await page.getByText('You need an app password').waitFor()
  await field('Mail service').selectOption('My own server')
  await field('Server').fill('127.0.0.1')
  await field('Port').fill(String(smtp.port))
  await field('Encryption').selectOption('None')
  await field('User').fill(LOGIN.user)
  await field('Password').fill('wrong')
  await field('Sender address').fill('post@blocks.example')
  await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await page.getByText('Wrong user or password.').waitFor()
  await page.getByText(/535/).waitFor()
  await field('Password').fill(LOGIN.password)
  await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await page.getByText('127.0.0.1 accepted the e-mail to owner@example.org.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('E-mails are sent through 127.0.0.1 from post@blocks.example.').waitFor()
  await page.getByText('New players do not have to confirm their e-mail yet.').waitFor()
  await page.getByRole('button', { name: 'Require confirmation' }).click()
  await page.getByText('New players do not have to confirm').waitFor({ state: 'detached' })
  assert.equal((await given.site.app.settings.read()).emailConfirmation, true)
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByText('Stored. Leave empty to keep it.').waitFor()

  assert.equal(await field('Password').inputValue(), '')
  assert.equal(smtp.arrived.length, 1)
  assert.doesNotMatch(await page.content(), /secret word/)
})

pageTest(
  'a mail server set in the environment is shown but cannot be changed in the panel',
  async ({ owner }) => {
    const { page } = await owner()

    await page.goto('/panel/mail')
    await page.getByText('SMTP_URL in the environment sets the server').waitFor()

    assert.equal(await page.getByRole('button', { name: 'Change' }).count(), 0)
  },
  { env: { SMTP_URL: 'smtp://127.0.0.1:9' } },
)

import assert from 'node:assert/strict'
import { openMailServer } from '../../server/test/support/smtp.ts'
import { pageTest } from './page-test.ts'

const LOGIN = { user: 'portal', password: 'a very secret word' }

pageTest('without a mail server no page says that a mail was sent', async ({ owner, site }) => {
  const { page } = await owner()
  const notSent = page.getByText('Mails are not sent: no mail server is set.')

  await page.goto('/panel')
  await notSent.waitFor()
  await page.goto('/panel/settings')
  await notSent.waitFor()
  await page.getByRole('link', { name: 'Set up mail' }).click()
  await page.waitForURL('**/panel/mail')
  await notSent.waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Not sent: no mail server is set. The mail to owner@').waitFor()
  await site.player('Steve')
  await site.browser().post('/auth/reset', { email: 'steve@example.org' })
  await site.mails()
  await page.reload()

  await page.getByText('It was not sent: there was no mail server.').first().waitFor()
  const states = new Set(await page.locator('.table .tag').allTextContents())
  assert.deepEqual([...states], ['kept as a file'])
})

pageTest('confirmation without a mail server is turned on only on purpose', async (given) => {
  const { page } = await given.owner()
  const isOn = async () => (await given.site.app.settings.read()).emailConfirmation

  await page.goto('/panel/settings')
  await page.getByLabel('New players confirm their e-mail').check()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('newcomers will wait for a code that lies in a file').waitFor()
  const whileAsked = await isOn()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Turn it on anyway' }).click()
  await page.getByRole('status').getByText('Saved.', { exact: true }).waitFor()

  assert.deepEqual([whileAsked, await isOn()], [false, true])
})

pageTest('a mail server is tried, told why it refuses, set, and used at once', async (given) => {
  await using smtp = await openMailServer({ login: LOGIN })
  const { page } = await given.owner()
  const field = (label: string) => page.getByLabel(label, { exact: true })

  await page.goto('/panel/mail')
  await page.getByRole('button', { name: 'Set up mail' }).click()
  await page.getByText('You need an app password').waitFor()
  await field('Mail service').selectOption('My own server')
  await field('Server').fill('127.0.0.1')
  await field('Port').fill(String(smtp.port))
  await field('Encryption').selectOption('None')
  await field('User').fill(LOGIN.user)
  await field('Password').fill('wrong')
  await field('Sender address').fill('post@blocks.example')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('Wrong user or password.').waitFor()
  await page.getByText(/535/).waitFor()
  await field('Password').fill(LOGIN.password)
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('127.0.0.1 took the mail to owner@example.org.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Mails leave through 127.0.0.1, from post@blocks.example.').waitFor()
  await page.getByText('New players are not asked to confirm their address.').waitFor()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByText('Stored. Leave empty to keep it.').waitFor()

  assert.equal(await field('Password').inputValue(), '')
  assert.equal(smtp.arrived.length, 1)
  assert.doesNotMatch(await page.content(), /secret word/)
})

pageTest(
  'a mail server of the environment is shown, and not changed in the panel',
  async ({ owner }) => {
    const { page } = await owner()

    await page.goto('/panel/mail')
    await page.getByText('It is set by SMTP_URL in the environment').waitFor()

    assert.equal(await page.getByRole('button', { name: 'Change' }).count(), 0)
  },
  { env: { SMTP_URL: 'smtp://127.0.0.1:9' } },
)

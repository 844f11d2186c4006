import assert from 'node:assert/strict'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { HOUR, SECOND } from '../../server/src/platform/clock.ts'
import { INITIAL_LOCKOUT } from '../../server/src/security/lockout/login-lockout.ts'
import {
  fromBase32,
  stepAt,
  totpCode,
} from '../../server/test/credentials/two-factor/authenticator.ts'
import { pageTest } from './page-test.ts'
import { mailedCode, PASSWORD, register, signIn } from './site-in-browser.ts'

const BY_OWNER = { actor: 'command', ip: null }

pageTest('a new player registers and confirms the e-mail with the mailed code', async (given) => {
  const { site, visitor } = given
  await changeSetting(site.app, BY_OWNER, { name: 'emailConfirmation', text: 'on' })
  const { page } = await visitor()

  await register(page, 'Steve')
  await page.waitForURL('**/confirm')
  await page.getByText('s•••e@example.org').waitFor()
  await page.getByLabel('Code from the e-mail').fill('000000')
  await page.getByText('This code is wrong.').waitFor()
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(site, 'steve@example.org'))
  await page.waitForURL('**/account')

  await page.getByRole('heading', { level: 1, name: 'Steve', exact: true }).waitFor()
})

pageTest('a player with an unconfirmed e-mail can change it or sign out', async (given) => {
  const { site, visitor } = given
  await changeSetting(site.app, BY_OWNER, { name: 'emailConfirmation', text: 'on' })
  const { page } = await visitor()
  await register(page, 'Steve')
  await page.waitForURL('**/confirm')

  await page.goto('/account/security')
  await page.waitForURL('**/confirm')
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByLabel('New e-mail').fill('right@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByText('r•••t@example.org').waitFor()
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(site, 'right@example.org'))
  await page.waitForURL('**/account')
  await page.getByText('right@example.org').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await page.waitForURL('**/login')
})

pageTest(
  'signing in with a second factor succeeds after a wrong code',
  async ({ site, visitor }) => {
    const { page } = await visitor()
    await register(page, 'Steve')
    await page.waitForURL('**/account')

    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('If you lose your phone').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? ''
    const code = () => totpCode(fromBase32(secret.replaceAll(' ', '')), stepAt(site.now()))
    await page.getByLabel('Code', { exact: true }).fill(code())
    await page.getByText('You enter a code').waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/login')

    await page.getByLabel('Name or e-mail').fill('steve@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('One more step').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(code()) // turning 2FA on has used the code of this time step
    await page.getByText('This code is wrong or has already been used.').waitFor()
    site.wait(30 * SECOND)
    await page.getByLabel('Code', { exact: true }).pressSequentially(code())
    await page.waitForURL('**/account')
  },
)

pageTest('the sign-in form of a locked account counts down', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor()
  await page.goto('/login')
  for (let miss = 0; miss < site.app.maxFailedAttempts; miss += 1) {
    await site.browser().logIn('Steve', 'wrong guess')
  }

  await page.getByLabel('Name or e-mail').fill('Steve')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.clock.pauseAt(site.now() + HOUR) // otherwise the countdown is over on a slow machine
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(`You can try again in ${INITIAL_LOCKOUT / SECOND} seconds.`).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Sign in' }).isDisabled(), true)
  site.wait(INITIAL_LOCKOUT)
  await page.clock.runFor(INITIAL_LOCKOUT)
  await page.getByText('You can try again').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.waitForURL('**/account')
})

pageTest('a forgotten password is reset by the mailed link, which works once', async (given) => {
  const { site, visitor, url } = given
  await site.player('Steve')
  const { page } = await visitor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await page.goto('/forgot')
  await page.getByLabel('E-mail').fill('steve@example.org')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Check your e-mail').waitFor()
  const mail = (await site.mails()).find(({ text }) => text?.includes('/reset?hash='))
  const link = /\S+\/reset\?hash=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  assert.equal(new URL(link).origin, url)
  await page.goto(link)
  await page.getByLabel('New password').fill('password1')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('This password is too easy to guess.').waitFor()
  await page.getByLabel('New password').fill('an entirely other one')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('Your password was changed').waitFor()
  await page.goto(link)
  await page.getByText('This link has expired').waitFor()

  const hash = new URL(link).searchParams.get('hash') ?? ''
  assert.deepEqual(
    asked.filter((address) => address.includes(hash)),
    [link, link], // only the page is loaded by this address; requests have the hash in their body
  )
  await signIn(page, 'Steve', 'an entirely other one')
})

pageTest(
  'ten tabs that refresh the session at the same time stay signed in',
  async ({ site, visitor }) => {
    const { page, context } = await visitor()
    await register(page, 'Steve')
    await page.waitForURL('**/account')
    const tabs = [page, ...(await Promise.all(Array.from({ length: 9 }, () => context.newPage())))]
    await Promise.all(tabs.map((tab) => tab.goto('/account/security')))

    for (const tab of tabs) await tab.getByText('this device', { exact: true }).waitFor()

    site.wait(6 * 60 * SECOND) // all access tokens have expired
    await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Overview' }).click()))
    for (const tab of tabs) await tab.getByRole('heading', { level: 1, name: 'Steve' }).waitFor()
    await Promise.all(
      tabs.map((tab) => tab.getByRole('link', { name: 'Security' }).first().click()),
    )

    for (const tab of tabs) {
      await tab.getByText('this device', { exact: true }).waitFor()
      assert.match(tab.url(), /\/account\/security$/)
    }
    const reused = await site.app.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'session.reused')
      .execute()
    assert.equal(reused.length, 0)
  },
)

pageTest(
  'closing a session in one browser signs the other browser out',
  async ({ site, visitor }) => {
    await site.player('Steve')
    const phone = await visitor()
    const desk = await visitor()
    await signIn(phone.page, 'Steve')
    await signIn(desk.page, 'Steve')

    await desk.page.goto('/account/security')
    await desk.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Sign out everywhere else' })
      .click()
    await desk.page.getByRole('dialog').waitFor({ state: 'detached' })
    await phone.page.goto('/account')

    await phone.page.waitForURL('**/login**')
    await desk.page.getByText('this device', { exact: true }).waitFor()
  },
)

pageTest('a sign-in never leads to another site', async ({ site, visitor }) => {
  await site.player('Steve')
  for (const [to, expected] of [
    ['/account/security', '/account/security'],
    ['https://evil.example/', '/account'],
    ['//evil.example/x', '/account'],
    ['/\\evil.example', '/account'],
  ] as const) {
    const { page } = await visitor()
    await page.goto(`/login?to=${encodeURIComponent(to)}`)
    await page.getByLabel('Name or e-mail').fill('Steve')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`**${expected}`)
  }
})

pageTest('a page for players asks visitors to sign in, in their language', async ({ visitor }) => {
  const { page } = await visitor({ locale: 'ru-RU' })

  await page.goto('/account/security')
  await page.waitForURL('**/login?to=/account/security')

  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Вход')
  assert.equal(await page.locator('html').getAttribute('lang'), 'ru')
})

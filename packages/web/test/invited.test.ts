import assert from 'node:assert/strict'
import { pageTest } from './page-test.ts'
import { fillInRegistration, signIn } from './site-in-browser.ts'

pageTest(
  'an invited player counts for the inviter, whatever pages they visit first',
  async (given) => {
    const { site, visitor } = given
    await site.player('Alex')
    const alex = await visitor()
    await signIn(alex.page, 'Alex')
    await alex.page.goto('/account/referrals')
    const link = (await alex.page.getByLabel('Your link').textContent()) ?? ''
    const { page } = await visitor()

    await page.goto(link)
    await page.getByText('Alex has invited you.').waitFor()
    await page.getByRole('button', { name: 'Русский' }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByText('Alex has invited you.').waitFor()
    await fillInRegistration(page, 'Steve')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.waitForURL('**/account')
    await alex.page.reload()

    await alex.page.getByText('Steve', { exact: true }).waitFor()
  },
)

pageTest(
  'a chosen language survives reload, sign-in and sign-out; the theme follows the system',
  async (given) => {
    await given.site.player('Steve')
    const { page } = await given.visitor({ colorScheme: 'dark' })
    const surface = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await page.goto('/login')

    await page.getByRole('button', { name: 'Русский' }).click()
    await page.getByRole('heading', { name: 'Вход' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Вход' }).waitFor()
    await signIn(page, 'Steve')
    await page.getByRole('button', { name: 'Выйти', exact: true }).waitFor()
    const language = await page.locator('html').getAttribute('lang')
    const night = await surface()
    await page.reload()
    const nightAgain = await surface()
    await page.emulateMedia({ colorScheme: 'light' })
    const day = await surface()
    await page.getByRole('button', { name: 'Выйти', exact: true }).click()
    await page.getByRole('heading', { name: 'Вход' }).waitFor()

    assert.equal(language, 'ru')
    assert.equal(nightAgain, night)
    assert.notEqual(day, night)
  },
)

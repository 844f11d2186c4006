import assert from 'node:assert/strict'
import { findPlayer } from '../../server/src/players/player-store.ts'
import { pageTest } from './page-test.ts'
import { fillInRegistration, signInWithoutForm, taken } from './site-in-browser.ts'

pageTest('an invitation counts even if other pages are visited first', async (given) => {
  const { site, visitor } = given
  await site.player('Alex')
  const alex = await visitor()
  await signInWithoutForm(alex.page, 'Alex')
  await alex.page.goto('/account/referrals')
  const link = (await alex.page.getByLabel('Your link').textContent()) ?? ''
  const { page } = await visitor()

  await page.goto(link)
  await page.getByText('Alex invited you.').waitFor()
  await page.getByRole('button', { name: 'Русский' }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByText('Alex invited you.').waitFor()
  await fillInRegistration(page, 'Steve')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/account')
  await alex.page.reload()

  await alex.page.getByText('Steve', { exact: true }).waitFor()
})

pageTest('a chosen language survives reload, sign-in and sign-out', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor({ colorScheme: 'dark' })
  const surface = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  await page.goto('/login')

  await page.getByRole('button', { name: 'Русский' }).click()
  await page.getByRole('heading', { name: 'Вход' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Вход' }).waitFor()
  await signInWithoutForm(page, 'Steve')
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
})

pageTest(
  'an invitation shows the inviter only if that player exists',
  async ({ site, visitor }) => {
    await site.player('Alex')
    const { page } = await visitor()
    const answered = page.waitForResponse(/\/names\/Nobody_1$/)

    await page.goto('/register?ref=Nobody_1')
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await taken(page, answered)
    const nobody = await page.getByText('invited you').count()
    await page.goto('/register?ref=Alex')
    await page.getByText('Alex invited you.').waitFor()

    assert.equal(nobody, 0)
  },
)

pageTest('a language chosen in the menu is stored in the account', async ({ site, visitor }) => {
  const steve = await site.player('Steve')
  const { page } = await visitor()
  await signInWithoutForm(page, 'Steve')
  const kept = page.waitForResponse(/\/cabinet\/locale$/)
  await page.getByRole('button', { name: 'Русский' }).click()
  await kept
  await page.route('**/cabinet/locale', (route) => route.fulfill({ status: 429, json: {} }))
  const refused = page.waitForResponse(/\/cabinet\/locale$/)
  await page.getByRole('button', { name: 'English' }).click()
  await taken(page, refused)

  const player = await findPlayer(site.app.db, steve.id)
  assert.equal(player?.locale, 'ru')
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  assert.equal(await page.getByRole('alert').count(), 0)
})

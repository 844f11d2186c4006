import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { MINUTE } from '../../server/src/platform/clock.ts'
import { enableTwoFactor } from '../../server/test/sign-in/sign-in-surfaces.ts'
import { card, type ForumSite, forumTest, link, signOut } from './forum-test.ts'
import { loaded, PASSWORD, signInWithoutForm } from './site-in-browser.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Our forum' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Opens the sign-in page for Steve, who has linked the forum account and has 2FA on. */
async function openLoginWithTwoFactor({
  site,
  become,
  opened,
}: ForumSite): Promise<{ page: Page; totp(): string }> {
  const steve = await site.player('Steve')
  const page = await opened()
  await signInWithoutForm(page, 'Steve')
  become('nelly')
  await link(page)
  const totp = await enableTwoFactor(site, steve)
  await signOut(page)
  return { page, totp }
}

forumTest('a player links an account, signs out and signs in with it', async (given) => {
  const { site, become, opened, url } = given
  await site.player('Steve')
  const page = await opened()
  await signInWithoutForm(page, 'Steve')
  become('nelly')

  await link(page)
  await card(page).getByText('nelly of the forum').waitFor()
  await card(page).getByText('not used yet').waitFor()
  const back = page.url()
  await signOut(page)
  await page.goto('/login?to=/account/skin')
  await button(page).click()
  await page.waitForURL(/:\d+\/account\/skin$/)
  await page.goto('/account/security')
  await card(page).getByText('used just now').waitFor()
  await page.getByText('with a linked account').first().waitFor()

  assert.equal(back, `${url}/account/security`)
})

forumTest('a player with 2FA enters the code after signing in at the provider', async (given) => {
  const { page, totp } = await openLoginWithTwoFactor(given)

  await button(page).click()
  await heading(page, 'One more step').waitFor()
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('000000')
  await page.getByText('This code is wrong').waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).waitFor()
  await code.fill(totp())

  await page.waitForURL('**/account')
})

forumTest('an expired sign-in with a linked account can be started again', async (given) => {
  const { site } = given
  const { page, totp } = await openLoginWithTwoFactor(given)

  await button(page).click()
  await heading(page, 'One more step').waitFor()
  site.wait(6 * MINUTE)
  await page.getByLabel('Code', { exact: true }).fill(totp())
  await heading(page, 'Something went wrong').waitFor()
  await page.getByText('This took too long').waitFor()
  await page.getByRole('button', { name: 'Try Our forum again' }).click()
  await heading(page, 'One more step').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(totp())

  await page.waitForURL('**/account')
})

forumTest('a player whose account is not linked sees how to link it', async (given) => {
  const { site, become, opened } = given
  await site.player('Steve')
  const page = await opened()
  become('stranger')
  await page.goto('/login')

  await button(page).click()
  await heading(page, 'Not linked yet').waitFor()
  await page.getByText('press “Link” next to Our forum').waitFor()
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  await page.getByRole('link', { name: 'Sign in with your password' }).click()
  await page.locator('[name=username]').fill('Steve')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/:\d+\/account\/security$/)
  await link(page)
  await signOut(page)
  await button(page).click()

  await page.waitForURL('**/account')
})

forumTest('declining at the provider shows an error and allows a retry', async (given) => {
  const { site, become, opened, url } = given
  await site.player('Steve')
  const page = await opened()
  await signInWithoutForm(page, 'Steve')
  become(undefined)
  await page.goto('/account/security')
  await card(page).getByRole('button', { name: 'Link Our forum' }).click()
  await heading(page, 'Something went wrong').waitFor()
  await page.getByText('The request was declined at the other service').waitFor()
  const address = page.url()
  await page.getByRole('link', { name: 'Back to Security' }).click()
  await card(page).getByText('not linked').waitFor()

  await signOut(page)
  await button(page).click()
  await page.getByText('The request was declined at the other service').waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.waitForURL('**/login')

  assert.equal(address, `${url}/linked/forum`)
})

forumTest('a player cannot link an account that another player has linked', async (given) => {
  const { site, become, opened } = given
  await site.player('Steve')
  await site.player('Alex')
  become('nelly')
  const steve = await opened()
  await signInWithoutForm(steve, 'Steve')
  await link(steve)
  const alex = await opened()
  await signInWithoutForm(alex, 'Alex')
  await alex.goto('/account/security')

  await card(alex).getByRole('button', { name: 'Link Our forum' }).click()

  await alex.getByText('This account is already linked to a player of this site.').waitFor()
})

forumTest('a visitor who has not begun a sign-in is led to the sign-in page', async (given) => {
  const page = await given.opened()

  await page.goto('/linked/forum')

  await page.getByText('There is nothing to finish here.').waitFor()
  const ways = page.getByRole('main').locator('.button, .link-button')
  assert.deepEqual(await ways.allTextContents(), ['Back to sign-in'])
})

forumTest('a response of the provider is accepted only once', async (given) => {
  const { site, become, opened } = given
  await site.player('Steve')
  const page = await opened()
  await signInWithoutForm(page, 'Steve')
  become('nelly')
  await link(page)
  await signOut(page)
  let answer = ''
  page.on('request', (request) => {
    if (request.url().includes('/linked/forum?')) answer = request.url()
  })
  await button(page).click()
  await page.waitForURL('**/account')
  await signOut(page)

  await page.goto(answer)

  await page.getByText('This took too long, was already used').waitFor()
  assert.match(answer, /[?&]code=/)
  assert.doesNotMatch(page.url(), /code=/)
})

forumTest('linking and unlinking continue after re-authentication', async (given) => {
  const { site, become, opened } = given
  await site.player('Steve')
  const page = await opened()
  await signInWithoutForm(page, 'Steve')
  become('nelly')
  await page.goto('/account/security')
  await card(page).waitFor()
  site.wait(11 * MINUTE)

  await card(page).getByRole('button', { name: 'Link Our forum' }).click()
  await prove(page)
  await page.getByText('Our forum is linked.').waitFor()
  site.wait(11 * MINUTE)
  await card(page).getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await prove(page)
  await page.getByText('Our forum is unlinked.').waitFor()
  await card(page).getByText('not linked').waitFor()
  await page.locator('#linked-title:focus').waitFor() // the focused button is gone

  assert.deepEqual(await site.app.db.selectFrom('identity').selectAll().execute(), [])
})

async function prove(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.locator('[name=password]:focus').waitFor()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
}

forumTest('linking works in Russian on a phone', async (given) => {
  const { site, become, opened } = given
  await site.player('Steve')
  const page = await opened({ locale: 'ru-RU', viewport: { width: 320, height: 640 } })
  await signInWithoutForm(page, 'Steve')
  become('nelly')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Привязать Our forum' }).click()
  await page.getByText('Аккаунт Our forum привязан.').waitFor()
  await signOut(page)

  await page.getByRole('button', { name: 'Войти через Our forum' }).click()
  await page.waitForURL('**/account')
  await loaded(page)

  const width = await page.evaluate('document.documentElement.scrollWidth')
  assert.ok(Number(width) <= 320, `${width}`)
})

forumTest('staff can see and unlink the linked accounts of a player', async (given) => {
  const { site, become, opened, owner } = given
  await site.player('Steve')
  const steve = await opened()
  await signInWithoutForm(steve, 'Steve')
  become('nelly')
  await link(steve)
  const { page } = await owner()
  await page.goto('/panel/players')
  await page.getByRole('link', { name: 'Steve' }).click()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await card(page).getByText('nelly of the forum').waitFor()

  await page.getByRole('button', { name: 'Unlink 1 account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink 1 account' }).click()

  await page.getByText('nelly of the forum').waitFor({ state: 'detached' })
  await page.locator('#tab-profile:focus').waitFor() // the focused button is gone
  assert.deepEqual(await site.app.db.selectFrom('identity').selectAll().execute(), [])
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { HOUR } from '../../server/src/platform/clock.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, fillInRegistration, mailedCode, PASSWORD } from './site-in-browser.ts'

const COUNTED = [
  [30, '30 секунд'],
  [21, '21 секунду'],
  [12, '12 секунд'],
  [5, '5 секунд'],
  [2, '2 секунды'],
  [1, '1 секунду'],
] as const

/** Stops the page's clock, so that only the test moves it. */
async function holdClock({ site }: BrowserSite, page: Page): Promise<void> {
  await page.clock.pauseAt(site.now() + HOUR)
}

/** Checks that the button stays disabled until the last second, while the clocks of site and page move. */
async function sitOut({ site }: BrowserSite, page: Page, name: string): Promise<void> {
  const sentence = page.getByText(/You can try again in \d+ (minute|second)/)
  await sentence.waitFor()
  const minutes = Number(/in (\d+) minutes/.exec((await sentence.textContent()) ?? '')?.[1])
  const seconds = minutes * 60
  const button = page.getByRole('button', { name, exact: true })
  site.wait(seconds * 1000)

  await page.clock.runFor((seconds - 121) * 1000)
  await page.getByText('You can try again in 3 minutes.').waitFor()
  await page.clock.runFor(1000)
  await page.getByText('You can try again in 120 seconds.').waitFor()
  await page.clock.runFor(119_000)
  await page.getByText('You can try again in 1 second.').waitFor()
  assert.equal(await button.isDisabled(), true)
  await page.clock.runFor(1000)
  await sentence.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.equal(await button.isDisabled(), false)
}

pageTest(
  'after too many registrations the form counts down until it works again',
  async (given) => {
    const { site, visitor } = given
    for (const name of ['Anna', 'Boris', 'Clara', 'Denis', 'Efim']) await site.player(name)
    const { page } = await visitor()
    await page.goto('/register')
    await fillInRegistration(page, 'Steve')

    await holdClock(given, page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await sitOut(given, page, 'Create account')
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.waitForURL('**/account')
  },
)

pageTest('after too many reset links the form counts down until it works again', async (given) => {
  const { site, visitor } = given
  for (let time = 0; time < 5; time += 1) {
    await site.browser().post('/auth/reset', { email: 'steve@example.org' })
  }
  const { page } = await visitor()
  await page.goto('/forgot')
  await page.getByLabel('E-mail').fill('steve@example.org')

  await holdClock(given, page)
  await page.keyboard.press('Enter')
  await sitOut(given, page, 'Send the link')
  await page.getByRole('button', { name: 'Send the link' }).click()

  await page.getByText('Check your e-mail').waitFor()
})

pageTest('after too many wrong codes the form counts down, then accepts a code', async (given) => {
  const { site, visitor } = given
  const by = { actor: 'command', ip: null }
  await changeSetting(site.app, by, { name: 'emailConfirmation', text: 'on' })
  const steve = await site.player('Steve')
  const bearer = { authorization: `Bearer ${steve.accessToken}` }
  for (let miss = 0; miss < 10; miss += 1) {
    await steve.browser.post('/auth/verify', { code: '000000' }, bearer)
  }
  const { page } = await visitor()
  await page.goto('/login')
  await page.getByLabel('Name or e-mail').fill('Steve')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/confirm')

  await holdClock(given, page)
  await page.getByLabel('Code from the e-mail').fill('000000')
  await sitOut(given, page, 'Confirm')
  await page.getByRole('button', { name: 'Send another code' }).click()
  await page.getByText('We sent a new code').waitFor()
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(site, steve.email))

  await page.waitForURL('**/account')
})

pageTest(
  'seconds are counted with Russian plural forms: 30 секунд, 21 секунду, 2 секунды',
  async (given) => {
    const { site, visitor } = given
    const by = { actor: 'command', ip: null }
    await changeSetting(site.app, by, { name: 'emailConfirmation', text: 'on' })
    await site.player('Steve')
    const { page } = await visitor({ locale: 'ru-RU' })
    await page.goto('/login')
    await page.locator('[name=username]').fill('Steve')
    await page.locator('[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/confirm')

    await holdClock(given, page)
    await page.getByRole('button', { name: 'Отправить ещё раз' }).click()
    let left = 30
    for (const [seconds, words] of COUNTED) {
      await page.clock.runFor((left - seconds) * 1000)
      const name = `Ещё раз — через ${words}`
      await page.getByRole('button', { name, exact: true }).waitFor()
      left = seconds
    }
    await page.clock.runFor(1000)

    await page.getByRole('button', { name: 'Отправить ещё раз' }).waitFor()
  },
)

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { pageTest } from './page-test.ts'
import { PASSWORD, signInWithoutForm } from './site-in-browser.ts'

const focusedIn = async (page: Page, selector: string): Promise<boolean> =>
  (await page.locator(selector).locator(':focus').count()) === 1

pageTest('a dialog traps the focus and restores it when it closes', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/security')
  const opener = page.getByRole('button', { name: 'Sign out everywhere', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Sign out on every device?' })

  await opener.focus()
  await page.keyboard.press('Enter')
  await dialog.locator(':focus').waitFor()
  const heardBehind = await page.getByRole('heading', { level: 1 }).count()
  const inside: boolean[] = []
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press(press === 3 ? 'Shift+Tab' : 'Tab')
    inside.push(await focusedIn(page, '[role=dialog]'))
  }
  assert.equal(await dialog.getByRole('button', { name: 'Close', exact: true }).count(), 1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('button:focus').and(opener).waitFor()
  await page.keyboard.press('Space')
  await dialog.locator(':focus').waitFor()
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).focus()
  await page.keyboard.press('Enter')

  await page.waitForURL('**/login**')
  assert.deepEqual(inside, [true, true, true, true, true])
  assert.equal(heardBehind, 0)
})

pageTest('on a phone the menu can be used by keyboard', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor({ viewport: { width: 360, height: 740 } })
  await signInWithoutForm(page, 'Steve')
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('link', { name: 'Profile' })

  await menu.focus()
  await page.keyboard.press('Enter')
  await link.waitFor()
  const open = await menu.getAttribute('aria-expanded')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  await page.locator('button:focus').and(menu).waitFor()
  const closed = await menu.getAttribute('aria-expanded')
  await page.keyboard.press('Enter')
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/profile')
  await link.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Language' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { level: 1, name: 'Профиль' }).waitFor()

  assert.deepEqual([open, closed], ['true', 'false'])
})

pageTest('a player can sign in with the keyboard alone', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor()
  await page.goto('/login')
  await page.locator('[name=username]:focus').waitFor() // browsers set the first focus when they draw

  await page.keyboard.type('Steve')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/account')
})

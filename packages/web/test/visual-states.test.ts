import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { openGroups } from './open-groups.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

pageTest(
  'the list of password rules never contradicts the refusal of a password',
  async ({ visitor }) => {
    const { page } = await visitor()
    const rule = page.getByRole('listitem').filter({ hasText: 'not easy to guess' })
    const mark = async () => (await rule.textContent())?.trim()[0]
    await page.goto('/register')
    await page.getByLabel('Name in the game').fill('Steve')
    await page.getByLabel('E-mail').fill('steve@example.org')

    await page.getByLabel('Password', { exact: true }).fill('password123')
    const before = await mark()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('[name=new-password][aria-invalid=true]').waitFor()
    const after = await mark()
    await page.getByLabel('Password', { exact: true }).fill('lantern-brook-92')

    assert.deepEqual([before, after, await mark()], ['·', '×', '·'])
  },
)

pageTest('opening a dialog does not shift the page behind it', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor({ viewport: { width: 1280, height: 400 } })
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/security')
  const card = page.locator('main section').first()
  const opener = page.getByRole('button', { name: 'Sign out everywhere', exact: true })
  await opener.waitFor()
  // Headless browsers hide scrollbars, so the page is made to report one.
  await page.evaluate('Object.defineProperty(window, "innerWidth", { value: innerWidth + 15 })')

  const before = await card.boundingBox()
  await opener.press('Enter')
  await page.getByRole('dialog').waitFor()
  const behind = await card.boundingBox()
  const canvas = await colorOf(page.locator('html'), 'backgroundColor')
  assert.equal(behind?.width, before?.width)
  assert.equal(behind?.x, before?.x)
  assert.notEqual(canvas, 'rgba(0, 0, 0, 0)')
})

pageTest('the selected item is visible with forced colors', async ({ owner }) => {
  const { page } = await owner({ forcedColors: 'active' })

  await page.goto('/panel/roles/default')
  await openGroups(page)
  const chosen = page.getByRole('radiogroup').first().locator('.chosen')
  await chosen.waitFor()
  const [kept, shade] = [
    await colorOf(chosen, 'forcedColorAdjust'),
    await colorOf(chosen, 'backgroundColor'),
  ]
  await page.evaluate("document.documentElement.style.backgroundColor = 'Highlight'")
  const highlight = await colorOf(page.locator('html'), 'backgroundColor')
  const here = await colorOf(page.locator('nav .here'), 'outlineStyle')

  assert.deepEqual([kept, shade, here], ['none', highlight, 'solid'])
})

function colorOf(locator: Locator, property: string): Promise<unknown> {
  return locator.evaluate(
    (element, name) => Reflect.get(Reflect.get(globalThis, 'getComputedStyle')(element), name),
    property,
  )
}

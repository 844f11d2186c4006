import assert from 'node:assert/strict'
import { giveRole } from '../../server/test/support/administrator.ts'
import { violationsOn } from './axe.ts'
import { pageTest } from './page-test.ts'
import { loaded, signInWithoutForm } from './site-in-browser.ts'

pageTest(
  'the menu shows Sign out and the language on a screen of 800 pixels',
  async ({ owner }) => {
    const { page } = await owner({ viewport: { width: 1280, height: 800 } })

    await page.goto('/panel')
    await loaded(page)
    const last = page.getByRole('button', { name: 'Русский' })
    const places = [
      await page.getByRole('button', { name: 'Sign out', exact: true }).boundingBox(),
      await last.boundingBox(),
    ]
    const groups = await page
      .getByRole('navigation', { name: 'Panel' })
      .getByRole('list', { name: /./ })
      .evaluateAll((lists) => lists.map((list) => list.previousElementSibling?.textContent))

    for (const place of places) assert.ok(place && place.y + place.height <= 800, `${place?.y}`)
    assert.deepEqual(groups, ['People', 'Content', 'Game', 'Site'])
  },
)

pageTest('Ctrl+K finds a player, a page and a setting', async ({ site, owner }) => {
  await site.player('Steve')
  const { page } = await owner()
  const search = page.getByRole('combobox', { name: 'Player, page or setting' })
  const found = page.getByRole('dialog').getByRole('option')
  await page.goto('/panel')
  await loaded(page)

  await page.keyboard.press('Control+k')
  await search.fill('stev')
  await page.clock.runFor(1000)
  await found.filter({ hasText: 'Steve' }).waitFor()
  const violations = await violationsOn(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/panel\/players\/[0-9a-f-]{36}/)
  await page.keyboard.press('Control+k')
  await search.fill('audit')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/panel/audit')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await search.fill('recovery codes')
  await found.filter({ hasText: 'Recovery codes' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/panel/settings/security#setting-recoveryCodes')
  const focused = page.locator('#setting-recoveryCodes :focus')
  await focused.waitFor()

  assert.deepEqual(violations, [])
})

pageTest(
  'the search of the panel offers staff only pages that they may open',
  async ({ site, visitor }) => {
    const { id } = await site.player('Mod')
    await giveRole(site, id, { id: 'mods', priority: 5, permissions: ['panel.access'] })
    const { page } = await visitor()
    await signInWithoutForm(page, 'Mod')
    await page.goto('/panel')
    await loaded(page)

    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Overview' }).waitFor()
    const pages = await page.getByRole('option').count()
    await page.getByRole('combobox').fill('mod')
    await page.getByText('Nothing found.').waitFor()

    assert.equal(pages, 1)
  },
)

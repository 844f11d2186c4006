import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { callsOf, owner as makeOwner } from '../../server/test/support/administrator.ts'
import type { Site } from '../../server/test/support/site.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { type Violation, violationsOn } from './axe.ts'
import { pageTest } from './page-test.ts'
import { contrastOf, paintedColors } from './painted-colors.ts'
import { signInWithoutForm } from './site-in-browser.ts'

type Look = { color?: string; icon?: string }

/** Creates donor ranks, whose names are their ids in upper case, and returns the owner's calls. */
async function withRanks(site: Site, looks: Record<string, Look>) {
  const calls = callsOf(site, await makeOwner(site))
  for (const [id, look] of Object.entries(looks)) {
    await calls.send('POST', '/admin/groups', { id, name: id.toUpperCase(), ...look })
  }
  return calls
}

const rows = (page: Page) => page.getByRole('main').locator('ol > li')
const shown = async (page: Page) => (await rows(page).locator('.rank').allInnerTexts()).join()
const saved = (page: Page) => page.getByText('Saved.', { exact: true })

async function stored(site: Site): Promise<string> {
  const ranks = await site.app.db
    .selectFrom('bundle')
    .select('name')
    .where('kind', '=', 'group')
    .orderBy('position')
    .execute()
  return ranks.map(({ name }) => name).join()
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const target = await rows(page).nth(to).boundingBox()
  await rows(page).nth(from).locator('.grip').hover()
  await page.mouse.down()
  await page.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + 20, { steps: 8 })
  await page.mouse.up()
}

pageTest('ranks are ordered by keyboard and by dragging, and each move is saved', async (given) => {
  const { site, visitor } = given
  await withRanks(site, { gold: {}, iron: {}, wood: {} })
  const { page } = await visitor()
  await signInWithoutForm(page, 'Notch')
  await page.goto('/panel/groups')
  await rows(page).nth(2).waitFor()

  await page.getByRole('button', { name: 'Move WOOD up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('WOOD: position 2 of 3').waitFor()
  await page.keyboard.press('Enter') // the button keeps the focus
  await page.getByText('WOOD: position 1 of 3').waitFor()
  await waitUntil(async () => (await stored(site)) === 'WOOD,GOLD,IRON')
  await saved(page).waitFor()
  const byKeyboard = await shown(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await drag(page, 0, 2)
  await waitUntil(async () => (await stored(site)) === 'GOLD,IRON,WOOD')
  await saved(page).waitFor()

  assert.deepEqual([byKeyboard, await shown(page)], ['WOOD,GOLD,IRON', 'GOLD,IRON,WOOD'])
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
})

pageTest(
  'moving a rank in an outdated list shows the refusal and the current list',
  async (given) => {
    const { site, visitor } = given
    const notch = await withRanks(site, { gold: {}, iron: {} })
    const { page } = await visitor()
    await signInWithoutForm(page, 'Notch')
    await page.goto('/panel/groups')
    await rows(page).nth(1).waitFor()
    await notch.send('POST', '/admin/groups', { id: 'wood', name: 'WOOD' })

    await page.getByRole('button', { name: 'Move IRON up' }).click()
    await page.getByText('The list of donor ranks has changed in the meantime.').waitFor()
    await rows(page).nth(2).waitFor()
    const afterRefusal = await shown(page)
    await page.getByRole('button', { name: 'Move IRON up' }).click()
    await saved(page).waitFor()

    assert.equal(afterRefusal, 'GOLD,IRON,WOOD')
    assert.equal(await shown(page), 'IRON,GOLD,WOOD')
    assert.equal(await stored(site), 'IRON,GOLD,WOOD')
  },
)

pageTest('a move of a rank that could not be saved is undone in the list', async (given) => {
  const { site, visitor, excuse } = given
  excuse(/ERR_FAILED|Failed to load resource/)
  await withRanks(site, { gold: {}, iron: {} })
  const { page } = await visitor()
  await signInWithoutForm(page, 'Notch')
  await page.goto('/panel/groups')
  await rows(page).nth(1).waitFor()
  await page.route('**/admin/group-order', (route) => route.abort())

  await page.getByRole('button', { name: 'Move IRON up' }).click()
  await page.getByRole('alert').waitFor()

  assert.equal(await shown(page), 'GOLD,IRON')
})

pageTest('the form of a rank previews its badge, and saves color and icon', async (given) => {
  const { site, visitor } = given
  const notch = await withRanks(site, { gold: { color: '#ffd700' } })
  const { page } = await visitor()
  await signInWithoutForm(page, 'Notch')
  const preview = page.getByRole('figure').locator('.rank')
  const look = async () => ({
    text: await preview.innerText(),
    icons: await preview.locator('svg').count(),
    fill: (await paintedColors(preview)).fill,
  })
  await page.goto('/panel/groups/gold')
  await preview.waitFor()

  const before = await look()
  await page.getByLabel('Name').fill('Gold rush')
  await page.getByLabel('Color', { exact: true }).fill('#102030')
  await page.getByRole('radio', { name: 'Crown' }).check({ force: true })
  const after = await look()
  await page.getByLabel('Color', { exact: true }).fill('blue')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter a color such as #1f6f5c.').waitFor()
  await page.getByLabel('Color', { exact: true }).fill('#102030')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page).waitFor()
  const { body } = await notch.send('GET', '/admin/groups/gold')

  assert.deepEqual(before, { text: 'GOLD', icons: 0, fill: [255, 215, 0] })
  assert.deepEqual(after, { text: 'Gold rush', icons: 1, fill: [16, 32, 48] })
  const { name, color, icon } = body
  assert.deepEqual({ name, color, icon }, { name: 'Gold rush', color: '#102030', icon: 'crown' })
})

const COLORS = [
  ...['#ffffff', '#000000', '#808080', '#767676', '#ffe000', '#00ff66', '#ff2d9b', '#2020ff'],
  ...['#f5f4f0', '#14171a', '#ff0000', '#00a0a0'],
]

pageTest('the list and the form of ranks have no axe violations in both themes', async (given) => {
  const { site, visitor } = given
  await withRanks(site, { gold: { color: '#ffd700', icon: 'crown' }, iron: {} })
  const { page } = await visitor({ viewport: { width: 375, height: 800 } })
  await signInWithoutForm(page, 'Notch')
  const found: Record<string, Violation[]> = {}

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme }) // before the page is drawn, so that no color is between two looks
    for (const path of ['/panel/groups', '/panel/groups/gold']) {
      await page.goto(path)
      await page.getByRole('main').locator('.rank').first().waitFor()
      const violations = await violationsOn(page)
      if (violations.length > 0) found[`${path} ${colorScheme}`] = violations
    }
  }

  assert.deepEqual(found, {})
})

for (const colorScheme of ['light', 'dark'] as const) {
  pageTest(`badges are readable with every color (${colorScheme})`, async (given) => {
    const { site, visitor } = given
    const ranks = COLORS.map((color, at) => [`r${at + 10}`, { color, icon: 'star' }] as const)
    await withRanks(site, { ...Object.fromEntries(ranks), own: {} })
    const change = { name: 'accentColor', text: '#ffe000' } as const
    await changeSetting(site.app, { actor: 'command', ip: null }, change)
    const { page } = await visitor({ colorScheme })
    await signInWithoutForm(page, 'Notch')
    await page.goto('/panel/groups')
    await rows(page).nth(COLORS.length).waitFor()

    const badges = await rows(page).locator('.rank').all()
    const faint: string[] = []
    for (const badge of badges) {
      const { ink, fill, edge, around } = await paintedColors(badge)
      const text = contrastOf(ink, fill)
      const border = contrastOf(edge, around)
      if (text < 4.5 || border < 1.6) faint.push(`${fill}: text ${text}, edge ${border}`)
    }

    assert.equal(badges.length, COLORS.length + 1)
    assert.deepEqual(faint, [])
  })
}

pageTest('a player’s ranks are badges in their order on every page', async (given) => {
  const { site, visitor } = given
  const notch = await withRanks(site, { gold: { color: '#ffd700', icon: 'crown' }, iron: {} })
  const steve = await site.player('Steve')
  const grants = `/admin/players/${steve.id}/groups`
  for (const group of ['gold', 'iron']) await notch.send('POST', grants, { group, days: 30 })
  await notch.send('PUT', '/admin/group-order', { ids: ['iron', 'gold'] })
  const by = { actor: 'command', ip: null } as const
  await changeSetting(site.app, by, { name: 'publicProfiles', text: 'on' })
  const { page } = await visitor()
  const badges = async (path: string) => {
    await page.goto(path)
    const all = page.getByRole('main').locator('.rank')
    const gold = all.filter({ hasText: /GOLD/ }).first() // its id, “gold”, is shown until names are loaded
    await gold.waitFor()
    const { fill } = await paintedColors(gold)
    return [await all.allInnerTexts(), await all.locator('svg').count(), fill]
  }

  await signInWithoutForm(page, 'Steve')
  const account = await badges('/account')
  const profile = await badges('/u/Steve')
  await signInWithoutForm(page, 'Notch')
  const list = await badges('/panel/players')
  const card = await badges(`/panel/players/${steve.id}`)

  const expected = [['IRON', 'GOLD'], 1, [255, 215, 0]]
  assert.deepEqual([account, profile, list, card], Array(4).fill(expected))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { parseBanReasons } from '../../server/src/admin/bans/parse-ban-reasons.ts'
import { inTwoLanguages, readRows, writeRows } from '../src/ui/rows.ts'
import { pageTest } from './page-test.ts'
import { save, savedFields, setSetting } from './settings-form.ts'

const reasonRows = (page: Page) =>
  page
    .locator('#setting-banReasons li')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('input')].map(({ value }) => value)),
    )

pageTest('ban reasons are rows with an English and a Russian text', async (given) => {
  const { site } = given
  await setSetting(site, 'banReasons', 'Griefing|Гриферство\nSpam\n| Реклама')
  const { page } = await given.owner()
  await page.goto('/panel/settings/legal')
  await page.getByLabel('English 3').waitFor()

  const before = await reasonRows(page)
  await page.getByRole('button', { name: 'Add a reason' }).press('Enter')
  await page.keyboard.type('Cheats')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Читы | софт')
  await page.getByRole('button', { name: 'Move Cheats up' }).press('Enter')
  await page.getByText('Cheats: position 3 of 4').waitFor()
  await page.getByRole('button', { name: 'Remove Spam' }).press('Enter')
  await page.locator('[aria-label="Remove Cheats"]:focus').waitFor()
  const sent = await savedFields(page)

  assert.deepEqual(before, [
    ['Griefing', 'Гриферство'],
    ['Spam', ''],
    ['', 'Реклама'],
  ])
  assert.deepEqual(sent, ['banReasons'])
  const { banReasons } = await site.app.settings.read()
  assert.equal(banReasons, 'Griefing | Гриферство\nCheats | Читы | софт\n| Реклама')
  await page.reload()
  await page.getByLabel('English 3').waitFor()
  assert.deepEqual((await reasonRows(page))[1], ['Cheats', 'Читы | софт'])
})

pageTest('a ban reason that cannot be stored is marked and not sent', async (given) => {
  const { site } = given
  await setSetting(site, 'banReasons', `Griefing\n${'x'.repeat(501)}`)
  const { page } = await given.owner()
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves += 1
  })
  await page.goto('/panel/settings/legal')
  const field = page.locator('#setting-banReasons')
  await field.getByText('At most 500 characters.').waitFor()
  await page.getByLabel('Minimum age').fill('12')
  const others = await savedFields(page)

  await field.getByLabel('English 1').fill('Griefing | PvP')
  await field.getByText('The English text cannot have a |').waitFor()
  await field.getByLabel('English 2').fill('Spam')
  await save(page).click()
  await field.getByText('Correct the marked rows.').waitFor()
  await field.locator('[aria-label="English 1"][aria-invalid=true]:focus').waitFor()
  const savesOfFaulty = saves - 1
  await field.getByLabel('English 1').fill('Griefing, PvP')
  const sent = await savedFields(page)

  assert.deepEqual([others, savesOfFaulty, sent], [['minimumAge'], 0, ['banReasons']])
  assert.equal((await site.app.settings.read()).banReasons, 'Griefing, PvP\nSpam')
})

test('the settings page and the server parse ban reasons in two languages in the same way', () => {
  for (const text of ['A | Б', 'A|Б', 'A', '| Б', ' | ', 'A | Б | В', '|Б|В', 'A |\n\nC | Д']) {
    const written = writeRows(readRows(text, inTwoLanguages), inTwoLanguages)

    assert.deepEqual(parseBanReasons(written), parseBanReasons(text), text)
  }
})

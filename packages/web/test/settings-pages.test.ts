import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchSettings } from '../src/pages/admin/settings/search-settings.ts'
import { pageTest } from './page-test.ts'
import { save, saveBar, savedFields } from './settings-form.ts'
import { drawn, loaded } from './site-in-browser.ts'

test('a setting is found by its label, hint or id, in both languages', () => {
  const found = (query: string) => searchSettings(query).map(({ name }) => name)

  assert.deepEqual(found('recovery codes'), ['recoveryCodes'])
  assert.equal(found('резервные коды')[0], 'recoveryCodes')
  assert.equal(found('резервных кодов')[0], 'recoveryCodes')
  assert.ok(found('почта').includes('emailConfirmation'))
  assert.deepEqual(found('legacyurl'), ['legacyUrl'])
  assert.deepEqual(found('characters of a hash'), ['leakCheck'])
  assert.deepEqual(found('homeAboutRu'), ['homeAboutEn'])
  assert.deepEqual(found('discord, vk'), ['siteLinks'])
  assert.deepEqual(found('  '), [])
})

pageTest('the search opens the page of a setting and focuses its field', async ({ owner }) => {
  const { page } = await owner()
  const search = page.getByRole('searchbox', { name: 'Find a setting' })
  await page.goto('/panel/settings')
  await page.waitForURL('**/panel/settings/brand')

  await search.fill('пожертвования')
  await page.getByText('No setting found.').waitFor()
  await search.fill('срок подтверждения')
  await page.getByRole('status').getByText('1 result', { exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('a:focus').getByText('Days to confirm').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/panel/settings/registration#setting-unconfirmedDays')
  await page.locator('#setting-unconfirmedDays input:focus').waitFor()
  await search.fill('unconfirmedDays')
  await page.keyboard.press('Enter')
  await page.locator('#setting-unconfirmedDays input:focus').waitFor()

  assert.equal(await page.title(), 'Registration · Settings · Portal')
})

pageTest('a link to a setting opens the setting’s page and language tab', async ({ owner }) => {
  const { page } = await owner()

  await page.goto('/panel/settings#setting-homeAboutRu')
  await page.waitForURL('**/panel/settings/home#setting-homeAboutRu')
  await page.locator('#setting-homeAboutRu textarea:focus').waitFor()

  assert.equal(await page.locator('textarea:focus').getAttribute('lang'), null)
  const label = page.getByLabel('About the project, in Russian')
  assert.equal(await label.evaluate((field) => field === field.ownerDocument.activeElement), true)
})

pageTest('changes on two pages of settings are saved together', async (given) => {
  const { page } = await given.owner()
  const pages = page.getByRole('navigation', { name: 'Settings' })
  await page.goto('/panel/settings/brand')
  await page.getByLabel('Name of the project').waitFor()
  assert.equal(await saveBar(page).count(), 0)

  await page.getByLabel('Name of the project').fill('Blocks')
  await saveBar(page).getByText('1 change', { exact: true }).waitFor()
  await pages.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('switch', { name: 'Recovery codes' }).click()
  await saveBar(page).getByText('2 changes', { exact: true }).waitFor()
  await pages.getByRole('link', { name: 'Brand unsaved changes' }).waitFor()
  await saveBar(page).getByRole('button', { name: 'Discard' }).click()
  await saveBar(page).waitFor({ state: 'detached' })
  await page.locator('main:focus').waitFor()
  await pages.getByRole('link', { name: 'Brand', exact: true }).click()
  assert.equal(await page.getByLabel('Name of the project').inputValue(), 'Portal')
  await page.getByLabel('Name of the project').fill('Blocks')
  await pages.getByRole('link', { name: 'Legal' }).click()
  await page.getByLabel('Minimum age').fill('14')
  const sent = await savedFields(page)
  await saveBar(page).waitFor({ state: 'detached' })

  assert.deepEqual(sent, ['minimumAge', 'siteName'])
})

pageTest('the preview of the settings shows a typed color before it is saved', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/settings/brand')
  const preview = page.getByRole('region', { name: 'Preview' })
  const fillOf = (frame: string) =>
    preview
      .locator(`.${frame} .button`)
      .evaluate((element) =>
        Reflect.get(Reflect.get(globalThis, 'getComputedStyle')(element), 'backgroundColor'),
      )
  await preview.getByText('Dark theme').waitFor()

  await page.getByLabel('Color', { exact: true }).fill('#ffe066')
  await page.getByLabel('Name of the project').fill('Blocks')
  await preview.getByText('Blocks').first().waitFor()

  for (const frame of ['day', 'night', 'phone'])
    assert.equal(await fillOf(frame), 'rgb(255, 224, 102)')
})

pageTest('a refused setting on another page opens that page', async ({ owner }) => {
  const { page } = await owner()
  await page.goto('/panel/settings/legal')

  await page.getByLabel('Minimum age').fill('old')
  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await page.getByLabel('Top-up link').fill('https://shop.example/')
  await save(page).click()

  await page.waitForURL('**/panel/settings/legal#setting-minimumAge')
  await page.getByText('Enter a whole number of years from 0 to 99.').waitFor()
  await page.locator('#setting-minimumAge input:focus').waitFor()
})

for (const [name, field] of [
  ['brand', 'Name of the project'],
  ['home', 'About the project, in English'],
]) {
  pageTest(
    `nothing on the settings page ${name} moves while it loads or changes`,
    async (given) => {
      const { page } = await given.owner()
      await page.addInitScript(`
      window.moved = 0
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.moved += value
      }).observe({ type: 'layout-shift', buffered: true })`)

      await page.goto(`/panel/settings/${name}`)
      await loaded(page)
      await page.getByLabel(field ?? '').fill('Blocks')
      await saveBar(page).waitFor()
      await drawn(page) // the shifts have been reported

      const moved = Number(await page.evaluate('window.moved'))
      assert.ok(moved <= 0.01, `layout shift ${moved}`)
    },
  )
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingName } from '@portal/contract'
import type { Page } from 'playwright-core'
import { parseBanReasons } from '../../server/src/admin/bans/parse-ban-reasons.ts'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { HERE } from '../../server/test/sign-in/previous-site.ts'
import { openGameServer, statusOf } from '../../server/test/support/game-server.ts'
import type { Site } from '../../server/test/support/site.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { searchSettings } from '../src/pages/admin/settings/search-settings.ts'
import { inTwoLanguages, readRows, writeRows } from '../src/ui/rows.ts'
import { pageTest } from './page-test.ts'
import { loaded } from './site-in-browser.ts'

const saveBar = (page: Page) => page.getByRole('main').locator('.bar')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const saved = (page: Page) => page.getByRole('status').getByText('Saved.', { exact: true })

function set(site: Site, name: SettingName, text: string): Promise<void> {
  return changeSetting(site.app, { actor: 'command', ip: null }, { name, text })
}

/** Clicks Save. @returns the names of the settings that the page sends. */
async function savedFields(page: Page): Promise<string[]> {
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page).click()
  const body: object = (await sent).postDataJSON()
  await saved(page).waitFor()
  return Object.keys(body).sort()
}

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

pageTest('an address with a setting opens its page and its language', async ({ owner }) => {
  const { page } = await owner()

  await page.goto('/panel/settings#setting-homeAboutRu')
  await page.waitForURL('**/panel/settings/home#setting-homeAboutRu')
  await page.locator('#setting-homeAboutRu textarea:focus').waitFor()

  assert.equal(await page.locator('textarea:focus').getAttribute('lang'), null)
  const label = page.getByLabel('About the project, in Russian')
  assert.equal(await label.evaluate((field) => field === field.ownerDocument.activeElement), true)
})

pageTest('changes on two pages are counted, discarded and saved together', async (given) => {
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

pageTest(
  'the preview has the typed color before it is saved, by day and at night',
  async (given) => {
    const { page } = await given.owner()
    await page.goto('/panel/settings/brand')
    const preview = page.getByRole('region', { name: 'Preview' })
    const fillOf = (frame: string) =>
      preview
        .locator(`.${frame} .button`)
        .evaluate((element) =>
          Reflect.get(Reflect.get(globalThis, 'getComputedStyle')(element), 'backgroundColor'),
        )
    await preview.getByText('Night').waitFor()

    await page.getByLabel('Color', { exact: true }).fill('#ffe066')
    await page.getByLabel('Name of the project').fill('Blocks')
    await preview.getByText('Blocks').first().waitFor()

    for (const frame of ['day', 'night', 'phone'])
      assert.equal(await fillOf(frame), 'rgb(255, 224, 102)')
  },
)

pageTest('a refused field on another page opens that page', async ({ owner }) => {
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

pageTest(
  'servers are added, moved with the keyboard and by dragging, and removed',
  async (given) => {
    const { site } = given
    await set(site, 'gameServers', 'One one.example\nTwo two.example:2')
    const { page } = await given.owner()
    const shown = () =>
      page
        .locator('#setting-gameServers li')
        .evaluateAll((rows) =>
          rows.map((row) => [...row.querySelectorAll('input')].map(({ value }) => value).join(' ')),
        )
    await page.goto('/panel/settings/home')
    await page.getByLabel('Name 2').waitFor()

    await page.getByRole('button', { name: 'Add a server' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Three')
    await page.keyboard.press('Tab')
    await page.keyboard.type('three.example')
    await page.getByRole('button', { name: 'Move Three up' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Three: position 2 of 3').waitFor()
    await page.keyboard.press('Enter') // the button keeps the focus
    await page.getByText('Three: position 1 of 3').waitFor()
    const byKeyboard = await shown()
    const [first, last] = [page.locator('.grip').first(), page.locator('.grip').last()]
    await first.hover()
    await page.mouse.down()
    const place = await last.boundingBox()
    await page.mouse.move((place?.x ?? 0) + 5, (place?.y ?? 0) + 20, { steps: 6 })
    await page.mouse.up()
    const byDragging = await shown()
    await page.getByRole('button', { name: 'Remove One' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[aria-label="Remove Two"]:focus').waitFor()
    const sent = await savedFields(page)

    assert.deepEqual(byKeyboard, ['Three three.example', 'One one.example', 'Two two.example:2'])
    assert.deepEqual(byDragging, ['One one.example', 'Two two.example:2', 'Three three.example'])
    assert.deepEqual(sent, ['gameServers'])
    const { gameServers } = await site.app.settings.read()
    assert.equal(gameServers, 'Two two.example:2\nThree three.example')
  },
)

pageTest(
  'the row of a game server shows its players and latency, or why it does not respond',
  async (given) => {
    await using game = await openGameServer((socket) => void socket.write(statusOf(37, 100)))
    const closed = await openGameServer(() => undefined)
    await closed[Symbol.asyncDispose]()
    await set(given.site, 'gameServers', `Survival 127.0.0.1:${game.port}`)
    const { page } = await given.owner()
    const field = page.locator('#setting-gameServers')
    const result = field.getByRole('status').first()
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/admin/settings/game-server')) calls += 1
    })

    await page.goto('/panel/settings/home')
    await result.getByText(/^Online, \d+ ms, 37 of 100$/).waitFor()
    const first = [calls, await result.getAttribute('aria-live')]
    await field.getByLabel('Address 1').fill(`127.0.0.1:${closed.port}`)
    await page.clock.runFor(1000)
    await result.getByText('Offline: no program listens on this port.').waitFor()
    const second = [calls, await result.getAttribute('aria-live')]
    await field.getByRole('button', { name: 'Check again' }).press('Enter')
    await waitUntil(() => calls === 3)
    await field.getByRole('button', { name: 'Check again', disabled: false }).waitFor()
    const focused = await page.evaluate('document.activeElement.textContent.trim()')
    await field.getByRole('button', { name: 'Add a server' }).click()
    await page.keyboard.type('Inside')
    await page.keyboard.press('Tab')
    await page.keyboard.type('10.0.0.5')
    await page.clock.runFor(1000)
    await field.getByText('Not checked: this address is in the internal network.').waitFor()

    assert.deepEqual(
      [first, second],
      [
        [1, 'off'],
        [2, 'polite'],
      ],
    )
    assert.equal(focused, 'Check again')
  },
  { env: HERE },
)

const reasonRows = (page: Page) =>
  page
    .locator('#setting-banReasons li')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('input')].map(({ value }) => value)),
    )

pageTest('ban reasons are rows with an English and a Russian text', async (given) => {
  const { site } = given
  await set(site, 'banReasons', 'Griefing|Гриферство\nSpam\n| Реклама')
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
  await set(site, 'banReasons', `Griefing\n${'x'.repeat(501)}`)
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

test('rows in two languages are read as the server reads them', () => {
  for (const text of ['A | Б', 'A|Б', 'A', '| Б', ' | ', 'A | Б | В', '|Б|В', 'A |\n\nC | Д']) {
    const written = writeRows(readRows(text, inTwoLanguages), inTwoLanguages)

    assert.deepEqual(parseBanReasons(written), parseBanReasons(text), text)
  }
})

pageTest('links of all kinds are rows, and the pages show them in that order', async (given) => {
  const { site } = given
  await set(site, 'discordUrl', 'https://discord.gg/portal')
  await set(site, 'siteLinks', 'Wiki https://wiki.example.org/')
  const { page } = await given.owner()
  await page.goto('/panel/settings#setting-telegramUrl')
  await page.waitForURL('**/panel/settings/home#setting-siteLinks')
  const field = page.locator('#setting-siteLinks')
  await field.getByLabel('Title 2').waitFor()

  await field.getByRole('button', { name: 'Move Wiki up' }).focus()
  await page.keyboard.press('Enter')
  await field.getByRole('button', { name: 'Add a link' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Boosty')
  await page.keyboard.press('Tab')
  await page.keyboard.type('http://boosty.to/portal')
  await save(page).click()
  await field.getByText('Each link needs a title').waitFor()
  await field.getByLabel('Address 3').fill('https://boosty.to/portal')
  const preview = page.getByRole('region', { name: 'Preview' })
  const previewed = await preview.locator('.computer .links').innerText()
  await save(page).click()
  await saved(page).waitFor()
  const { discordUrl } = await site.app.settings.read()
  await page.goto('/news')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Boosty' }).waitFor()
  const shown = await menu.locator('a[rel]').allInnerTexts()

  assert.equal(discordUrl, '')
  assert.deepEqual(shown, ['Wiki', 'Discord', 'Boosty'])
  assert.deepEqual(previewed.split('\n'), shown)
})

pageTest('the preview of the home page has the text before it is saved', async ({ owner }) => {
  const { page } = await owner()
  await page.goto('/panel/settings/home')
  const preview = page.getByRole('region', { name: 'Preview' })

  await page.getByLabel('About the project, in English').fill('A world of islands')
  await page.getByLabel('How to start, in English').fill('Ask a friend\nFly')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.keyboard.type('Sky Block')
  await page.keyboard.press('Tab')
  await page.keyboard.type('sky.example.org')

  await preview.locator('.phone').getByText('A world of islands').waitFor()
  await preview.locator('.computer').getByText('Sky Block').waitFor()
  assert.deepEqual(await preview.locator('.phone li').allInnerTexts(), ['Ask a friend', 'Fly'])
})

pageTest(
  'a text has a tab per language, and the arrow keys change tabs',
  async ({ site, owner }) => {
    await set(site, 'homeAboutEn', 'About us')
    const { page } = await owner()
    await page.goto('/panel/settings/home')
    const field = page.getByRole('group', { name: 'About the project' })

    await field.getByRole('tab', { name: 'Русский, empty' }).waitFor()
    await field.getByRole('tab', { name: 'English', selected: true }).focus()
    const shown = [await field.getByLabel('in English').isVisible()]
    await page.keyboard.press('ArrowRight')
    await field.getByRole('tab', { name: 'Русский, empty', selected: true }).waitFor()
    shown.push(await field.getByLabel('in English').isVisible())
    await page.keyboard.press('Tab')
    await page.keyboard.type('О нас')
    await field.getByRole('tab', { name: 'Русский', exact: true }).waitFor()
    const sent = await savedFields(page)

    assert.deepEqual(shown, [true, false])
    assert.deepEqual(sent, ['homeAboutRu'])
  },
)

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

      const moved = Number(await page.evaluate('window.moved'))
      assert.ok(moved <= 0.01, `layout shift ${moved}`)
    },
  )
}

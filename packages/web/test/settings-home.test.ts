import assert from 'node:assert/strict'
import { HERE } from '../../server/test/sign-in/previous-site.ts'
import { openGameServer, statusOf } from '../../server/test/support/game-server.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { pageTest } from './page-test.ts'
import { save, saved, savedFields, setSetting } from './settings-form.ts'

pageTest(
  'servers are added, moved with the keyboard and by dragging, and removed',
  async (given) => {
    const { site } = given
    await setSetting(site, 'gameServers', 'One one.example\nTwo two.example:2')
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
    await setSetting(given.site, 'gameServers', `Survival 127.0.0.1:${game.port}`)
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

pageTest('the links of the site can be ordered in the settings', async (given) => {
  const { site } = given
  await setSetting(site, 'discordUrl', 'https://discord.gg/portal')
  await setSetting(site, 'siteLinks', 'Wiki https://wiki.example.org/')
  const { page } = await given.owner()
  await page.goto('/panel/settings#setting-telegramUrl')
  await page.waitForURL('**/panel/settings/home#setting-siteLinks')
  const field = page.locator('#setting-siteLinks')
  await field.locator(':focus').waitFor() // the page moves the focus to the field

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

pageTest('the preview of the home page shows text that is not saved yet', async ({ owner }) => {
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

pageTest('a setting with two languages has a tab for each language', async ({ site, owner }) => {
  await setSetting(site, 'homeAboutEn', 'About us')
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
})

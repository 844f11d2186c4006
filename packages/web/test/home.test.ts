import assert from 'node:assert/strict'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { HOUR } from '../../server/src/platform/clock.ts'
import { newsEditor } from '../../server/test/content/news/news-editor.ts'
import { openGameServer, statusOf } from '../../server/test/support/game-server.ts'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { signIn } from './site-in-browser.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, { actor: 'command', ip: null }, { name, text })

pageTest('a guest on a phone learns what the site is, and begins', async ({ site, visitor }) => {
  const alex = await newsEditor(site)
  await alex.written({ title: 'Season two begins' })
  await set(site, 'siteName', 'Blocks')
  await set(site, 'homeAboutEn', 'Survival without griefing.')
  const { page } = await visitor(PHONE)

  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Blocks' }).waitFor()
  await page.getByText('Survival without griefing.').waitFor()
  await page.getByRole('link', { name: 'Season two begins' }).waitFor()
  const steps = await page.getByRole('listitem').getByRole('heading').allTextContents()
  const width = await page.evaluate('document.documentElement.scrollWidth')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/register')

  assert.deepEqual(steps.slice(0, 2), ['Create an account', 'Play'])
  assert.equal(width, 360)
})

pageTest('what the owner has not set is not there', async ({ site, visitor }) => {
  await set(site, 'registrationOpen', 'off')
  const { page } = await visitor()

  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()

  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  assert.deepEqual(headings, ['How to start'])
  assert.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0)
  assert.equal(await page.getByRole('navigation').count(), 0)
})

pageTest('the launcher for the visitor’s own system comes first', async ({ site, visitor }) => {
  await set(site, 'launcherWindows', '/files/portal.exe')
  await set(site, 'launcherMac', 'https://example.org/portal.dmg')
  await set(site, 'launcherLinux', '/files/portal.AppImage')
  const agents = [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
    'Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/140.0 Mobile',
  ]

  const seen: string[][] = []
  for (const userAgent of agents) {
    const { page } = await visitor({ userAgent })
    await page.goto('/')
    const buttons = page.getByRole('link', { name: 'Download for' })
    await buttons.first().waitFor()
    seen.push([
      ...(await buttons.allTextContents()),
      String(await page.locator('main .link-button.main', { hasText: 'Download' }).count()),
    ])
  }

  const short = seen.map((texts) => texts.map((text) => text.trim().replace('Download for ', '')))
  assert.deepEqual(short, [
    ['Linux', 'Windows', 'macOS', '1'],
    ['macOS', 'Windows', 'Linux', '1'],
    ['Windows', 'macOS', 'Linux', '0'],
  ])
})

pageTest('who is signed in is greeted with their own figure', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')

  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Welcome back, Steve' }).waitFor()

  const figure = page.locator('main img')
  assert.match(String(await figure.getAttribute('src')), /^\/render\/body\//)
  assert.equal(await page.getByRole('heading', { name: 'How to start' }).count(), 0)
  await page.getByRole('link', { name: 'Your account' }).last().click()
  await page.waitForURL('**/account')
})

pageTest('the home page shows which servers are online', async ({ site, visitor }) => {
  await using server = await openGameServer((socket) => socket.end(statusOf(37, 100, '§c<i>Hi')))
  const gone = await openGameServer(() => undefined)
  const lines = [`Survival ${server.host}:${server.port}`, `Lobby ${gone.host}:${gone.port}`]
  await gone[Symbol.asyncDispose]()
  await set(site, 'gameServers', lines.join('\n'))
  const { page } = await visitor()
  await page.clock.pauseAt(site.now() + HOUR) // or a slow machine misses the first look

  await page.goto('/')
  await page.getByText('Checking…').first().waitFor()
  await site.app.gameServers.settled()
  await page.clock.runFor(3_000)
  await page.getByText('37 of 100 online').waitFor()

  await page.getByText('Offline').waitFor()
  await page.getByText('<i>Hi', { exact: true }).waitFor() // text, and no markup
})

pageTest('the servers are asked about no more once the home page is left', async (given) => {
  const { site, visitor } = given
  await set(site, 'gameServers', 'Survival 127.0.0.1:9')
  const { page } = await visitor()
  await page.clock.pauseAt(site.now() + HOUR) // or it asks before its asking is counted
  await page.goto('/')
  await page.getByText('Checking…').waitFor()
  const left = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/public/home', async (route) => {
    asked += 1
    await left.promise
    await route.continue()
  })

  const asking = page.waitForRequest('**/public/home')
  await page.clock.runFor(3_000)
  await asking
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  const answered = page.waitForResponse('**/public/home')
  left.resolve()
  await (await answered).finished()
  await page.clock.runFor(120_000)

  assert.equal(asked, 1)
})

for (const [homePage, place] of [
  ['home', '/'],
  ['news', '/news'],
  ['login', '/login'],
] as const) {
  pageTest(`with homePage ${homePage} a visitor first sees ${place}`, async ({ site, visitor }) => {
    await set(site, 'homePage', homePage)
    const { page } = await visitor()

    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()

    assert.equal(new URL(page.url()).pathname, place)
  })
}

pageTest('the owner sets up the home page in the panel', async ({ owner }) => {
  const { page } = await owner()
  await page.goto('/panel/settings')
  const card = page.getByRole('region', { name: 'Home page and links' })

  await card.getByLabel('Discord').fill('http://discord.gg/portal')
  await card.getByLabel('Game servers').fill('nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Enter an address that starts with https://.').waitFor()
  await card.getByText('Write a name and an address on each line').waitFor()
  await card.getByLabel('Discord').fill('https://discord.gg/portal')
  await card.getByLabel('Game servers').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.goto('/')

  const link = page.getByRole('navigation', { name: 'Where to find us' }).getByRole('link')
  assert.equal(await link.getAttribute('href'), 'https://discord.gg/portal')
})

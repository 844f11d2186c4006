import assert from 'node:assert/strict'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { HOUR, SECOND } from '../../server/src/platform/clock.ts'
import { newsEditor } from '../../server/test/content/news/news-editor.ts'
import { openGameServer, statusOf } from '../../server/test/support/game-server.ts'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm, taken } from './site-in-browser.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, { actor: 'command', ip: null }, { name, text })

pageTest(
  'a visitor on a phone sees what the site is and how to start',
  async ({ site, visitor }) => {
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
    await page.getByRole('link', { name: 'Start playing' }).click()
    await page.waitForURL('**/register')

    assert.deepEqual(steps.slice(0, 2), ['Create an account', 'Play'])
    assert.equal(width, 360)
  },
)

pageTest('unset parts of the home page are hidden', async ({ site, visitor }) => {
  await set(site, 'registrationOpen', 'off')
  await set(site, 'homeAboutEn', 'Survival.')
  const { page } = await visitor()

  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()

  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  assert.deepEqual(headings, ['How to start'])
  assert.equal(await page.title(), 'Portal · Minecraft server')
  assert.equal(await page.getByText('launcher').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Start playing' }).count(), 0)
  assert.equal(await page.getByText('online').count(), 0)
})

pageTest(
  'the main button of the home page is the next step on the visitor’s operating system',
  async (given) => {
    const { site, visitor } = given
    await site.player('Steve')
    await set(site, 'launcherWindows', '/files/portal.exe')
    await set(site, 'launcherMac', 'https://example.org/portal.dmg')
    const agents = {
      mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
      phone: 'Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/140.0 Mobile',
    }

    const seen: Record<string, string[]> = {}
    for (const [system, userAgent] of Object.entries(agents)) {
      const { page } = await visitor({ userAgent })
      const buttons = async () => {
        await page.goto('/')
        await page.locator('.hero .act').first().waitFor()
        return (await page.locator('.hero :is(.act, .live a)').allTextContents()).map((text) =>
          text.trim(),
        )
      }
      seen[`${system}, visitor`] = await buttons()
      await signInWithoutForm(page, 'Steve')
      seen[`${system}, player`] = await buttons()
      await page.getByText('Welcome back, Steve').waitFor()
      assert.equal(await page.locator('.hero .act.main').count(), 1)
      assert.equal(await page.getByRole('heading', { name: 'How to start' }).count(), 0)
    }

    assert.deepEqual(seen, {
      'mac, visitor': ['Start playing', 'Download for macOS', 'Windows'],
      'mac, player': ['Download for macOS', 'Your account', 'Windows'],
      'phone, visitor': ['Start playing', 'Windows', 'macOS'],
      'phone, player': ['Your account', 'Windows', 'macOS'],
    })
  },
)

pageTest('the home page shows which servers are online', async ({ site, visitor }) => {
  await using server = await openGameServer((socket) => socket.end(statusOf(37, 100, '§c<i>Hi')))
  const gone = await openGameServer(() => undefined)
  const lines = [`Survival ${server.host}:${server.port}`, `Lobby ${gone.host}:${gone.port}`]
  await gone[Symbol.asyncDispose]()
  await set(site, 'gameServers', lines.join('\n'))
  const { page } = await visitor()
  await page.clock.pauseAt(site.now() + HOUR) // otherwise a slow machine misses the first poll

  await page.goto('/')
  await page.getByText('Checking…').first().waitFor()
  await site.app.gameServers.flushed()
  await page.clock.runFor(3_000)
  await page.getByText('37 of 100 online').waitFor()

  await page.getByText('37 online now').waitFor()
  await page.getByText('Offline').waitFor()
  assert.equal(await page.getByText(`${server.port}`).count(), 0)
  await page.getByText('<i>Hi', { exact: true }).waitFor() // text, not markup
})

pageTest('a visitor copies the address of a server if the owner shows addresses', async (given) => {
  const { site, visitor } = given
  await set(site, 'gameServers', 'Survival 127.0.0.1:9')
  await set(site, 'serverAddresses', 'on')
  const { page, context } = await visitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await page.goto('/')
  await page.getByRole('button', { name: 'Copy the address of Survival' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()

  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '127.0.0.1:9')
})

pageTest('news on the home page has its pictures, the newest first and largest', async (given) => {
  const alex = await newsEditor(given.site)
  for (const title of ['Old', 'Middle', 'New']) {
    await alex.written({ title, ...(title === 'New' && { banner: '/icon-512.png' }) })
    given.site.wait(SECOND)
  }
  const { page } = await given.visitor()

  await page.goto('/')
  const cards = page.getByRole('region', { name: 'News' }).getByRole('listitem')
  await cards.nth(2).waitFor()
  const boxes = await Promise.all([0, 1].map((at) => cards.nth(at).boundingBox()))

  assert.match((await cards.nth(0).textContent()) ?? '', /New/)
  assert.equal(await cards.nth(0).locator('img').getAttribute('src'), '/icon-512.png')
  assert.ok(Number(boxes[0]?.width) > Number(boxes[1]?.width))
})

pageTest(
  'the home page stops requesting the state of servers when the visitor leaves',
  async (given) => {
    const { site, visitor } = given
    await set(site, 'gameServers', 'Survival 127.0.0.1:9')
    const { page } = await visitor()
    await page.clock.pauseAt(site.now() + HOUR) // otherwise the page polls before the polls are counted
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
    await taken(page, answered)
    await page.clock.runFor(120_000)

    assert.equal(asked, 1)
  },
)

for (const [homePage, place] of [
  ['home', '/'],
  ['news', '/news'],
  ['login', '/login'],
] as const) {
  pageTest(
    `with the setting homePage=${homePage} a visitor first sees ${place}`,
    async ({ site, visitor }) => {
      await set(site, 'homePage', homePage)
      const { page } = await visitor()

      await page.goto('/')
      await page.getByRole('heading', { level: 1 }).waitFor()

      assert.equal(new URL(page.url()).pathname, place)
    },
  )
}

pageTest('an operator sets up the home page in the panel', async ({ owner }) => {
  const { page } = await owner()
  await page.goto('/panel/settings/home')
  const card = page.getByRole('main')
  const links = page.locator('#setting-siteLinks')

  await links.getByRole('button', { name: 'Add a link' }).click()
  await links.getByLabel('Title 1').fill('Discord')
  await links.getByLabel('Address 1').fill('http://discord.gg/portal')
  await card.getByRole('button', { name: 'Add a server' }).click()
  await card.getByLabel('Name 1').fill('nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await links.getByText('Each link needs a title').waitFor()
  await card.getByText('Each server needs a name and an address').waitFor()
  await links.getByLabel('Address 1').fill('https://discord.gg/portal')
  await card.getByRole('button', { name: 'Remove nowhere' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.goto('/')

  const header = page.getByRole('navigation', { name: 'Menu' })
  const footer = page.getByRole('navigation', { name: 'Pages' })
  for (const place of [header, footer]) {
    const link = place.getByRole('link', { name: 'Discord' })
    assert.equal(await link.getAttribute('href'), 'https://discord.gg/portal')
  }
})

pageTest('a line shows that the next public page is still loading', async ({ site, visitor }) => {
  const { page } = await visitor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.clock.pauseAt(site.now() + HOUR) // otherwise a slow machine exceeds the delay
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/NewsListPage*.js', async (route) => {
    await held.promise
    await route.continue()
  })

  await page.getByRole('link', { name: 'News' }).first().click()
  await page.clock.runFor(100)
  const early = await page.locator('.page-progress').count()
  await page.clock.runFor(100)
  await page.locator('.page-progress').waitFor()
  held.resolve()
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()

  assert.equal(early, 0)
  assert.equal(await page.locator('.page-progress').count(), 0)
})

import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { startSummary } from '../../server/src/operations/setup/announce-start.ts'
import { firstSetupUrl } from '../../server/test/account/registration/new-site.ts'
import { png } from '../../server/test/profiles/textures/png.ts'
import { bearer } from '../../server/test/support/browser.ts'
import { openGroups } from './open-groups.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, fillInRegistration, PASSWORD } from './site-in-browser.ts'

/** The maximum number of clicks for the operator and the first player together. */
const MOST_CLICKS = 20

/**
 * Counts mouse presses on every page of a visitor. Counts presses instead of `click` events, because a press
 * on a label also clicks its field. A list costs two: opening and choosing. Typing, moving with Tab and the
 * system's file dialog are free.
 */
async function countClicks(context: BrowserContext, count: (clicks: number) => void) {
  await context.exposeFunction('countClicks', count)
  await context.addInitScript(`
    addEventListener('pointerdown', (event) => event.isTrusted && countClicks(1), true)
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && countClicks(2), true)
  `)
}

/** The setup link as the console prints it. */
async function printedLink({ site }: BrowserSite): Promise<string> {
  const { version, config } = site.app
  const mail = { source: 'none', fingerprint: '' } as const
  const shown = startSummary({ version, config, mail, setup: await firstSetupUrl(site) }, 'en')
  return /https?:\S+setup\S+/.exec(shown)?.[0] ?? ''
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

async function openStep(page: Page, name: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/panel') {
    await page.getByRole('link', { name: 'Overview' }).click()
  }
  await page.getByRole('region', { name: 'First steps' }).getByRole('link', { name }).click()
}

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Name of the project').fill('Blocks')
  await fillInRegistration(page, 'Notch')
  await page.getByLabel('Require two-factor authentication for the panel').press('Space') // has its own test
  await press(page, 'Set up the site')
  await page.getByText('E-mails are not sent because no mail server is set.').waitFor()
}

async function makeKey(page: Page): Promise<void> {
  await openStep(page, 'Connect a launcher')
  await page.getByLabel('Address of the launcher server').fill('203.0.113.7')
  await press(page, 'Create the key')
  await press(page, 'Copy')
  await page.getByRole('button', { name: 'Connect another launcher' }).waitFor() // the key is copied
}

async function makeRole(page: Page): Promise<void> {
  await openStep(page, 'Create a role for helpers')
  await page.getByLabel('ID', { exact: true }).fill('helper')
  await page.getByLabel('Name', { exact: true }).fill('Helpers')
  await openGroups(page)
  for (const node of ['panel.access', 'panel.players.ban']) {
    const choice = page
      .getByRole('radiogroup')
      .filter({ has: page.getByText(node, { exact: true }) })
    await choice.getByText('Allow').click()
  }
  await press(page, 'Save')
  await page.waitForURL('**/panel/roles')
}

async function writeNews(page: Page): Promise<void> {
  await openStep(page, 'Write the first news')
  await page.getByLabel('Title').fill('We are open')
  await page.getByLabel('Text').first().fill('Come in.')
  await press(page, 'Publish')
  await page.waitForURL(/\/panel\/news(\/[^n].*)?$/)
}

async function joinWithSkin(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'We are open' }).waitFor()
  await page.getByRole('link', { name: 'Create an account' }).first().click()
  await fillInRegistration(page, 'Steve')
  await press(page, 'Create account')
  await page.getByRole('link', { name: 'Change the skin' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('Drop a skin here').click(),
  ])
  const buffer = png({ width: 64, height: 64 })
  await chooser.setFiles({ name: 'skin.png', mimeType: 'image/png', buffer })
  await press(page, 'Save the skin')
  await page.getByText('Skin saved.').waitFor()
}

/** The state of the site, read through the API. */
async function found({ site }: BrowserSite) {
  const { body } = await site.browser().logIn('Notch', PASSWORD)
  const ask = async (path: string) =>
    (await site.browser().get(path, bearer(body.accessToken))).body
  const { steps } = await ask('/admin/overview')
  const { items: keys } = await ask('/admin/api-keys')
  const { items: players } = await ask('/admin/players?query=Steve')
  return {
    siteName: (await site.app.settings.read()).siteName,
    done: steps.flatMap(({ id, done }: { id: string; done: boolean }) => (done ? [id] : [])),
    addresses: keys.map((key: { addresses: string[] }) => key.addresses),
    players: players.map((player: { username: string }) => player.username),
  }
}

pageTest(
  'an operator gets from setup to the first player with a skin in at most 20 clicks',
  async (given) => {
    const [owner, player] = [await given.visitor(), await given.visitor()]
    const clicks: string[] = []
    for (const [who, { context }] of Object.entries({ owner, player })) {
      await countClicks(context, (count) => void clicks.push(...Array(count).fill(who)))
    }

    await setUp(owner.page, await printedLink(given))
    await makeKey(owner.page)
    await makeRole(owner.page)
    await writeNews(owner.page)
    await joinWithSkin(player.page)

    const mine = clicks.filter((who) => who === 'owner').length
    assert.deepEqual(await found(given), {
      siteName: 'Blocks',
      done: ['role', 'news', 'skin'],
      addresses: [['203.0.113.7']],
      players: ['Steve'],
    })
    const said = `${clicks.length} clicks: ${mine} of the owner, the rest of the player`
    assert.ok(mine > 0 && clicks.length > mine && clicks.length <= MOST_CLICKS, said)
  },
)

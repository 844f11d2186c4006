import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { announceSetup } from '../../server/src/operations/setup/announce-setup.ts'
import { firstSetupUrl } from '../../server/test/account/registration/new-site.ts'
import { png } from '../../server/test/profiles/textures/png.ts'
import { bearer } from '../../server/test/support/browser.ts'
import { pageTest } from './page-test.ts'
import { fillInRegistration, PASSWORD, type Story } from './site-in-browser.ts'

/** What the pages of a project may ask of an owner and the first player, in presses of the mouse. */
const MOST_CLICKS = 20

/**
 * Counts presses of the mouse in every page of a visitor. A press is counted, not the `click` events, as a
 * press on a label also clicks its field. A list that opens costs two: to open it, and to choose. Typing,
 * and going from field to field with Tab, is no click; neither is what the system's own file dialog takes.
 */
async function countClicks(context: BrowserContext, count: (clicks: number) => void) {
  await context.exposeFunction('countClicks', count)
  await context.addInitScript(`
    addEventListener('pointerdown', (event) => event.isTrusted && countClicks(1), true)
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && countClicks(2), true)
  `)
}

/** The link as the console prints it to the person who has just started the site. */
async function printedLink({ site }: Story): Promise<string> {
  const lines: string[] = []
  const output = { isTTY: true, write: (text: string) => lines.push(...text.split('\n')) }
  announceSetup(site.app.log, await firstSetupUrl(site), output)
  return lines.find((line) => line.startsWith('http')) ?? ''
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Opens one of the first steps that the overview lists. */
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
  await page.getByLabel('The panel needs two-factor authentication').press('Space') // a story of its own
  await press(page, 'Set up the site')
  await page.getByText('Mails are not sent: no mail server is set.').waitFor()
}

async function makeKey(page: Page): Promise<void> {
  await openStep(page, 'Connect a launcher')
  await page.getByLabel('Address of the launcher server').fill('203.0.113.7')
  await press(page, 'Create the key')
  await press(page, 'Copy')
}

async function makeRole(page: Page): Promise<void> {
  await openStep(page, 'Make a role for helpers')
  await page.getByLabel('Id', { exact: true }).fill('helper')
  await page.getByLabel('Name', { exact: true }).fill('Helpers')
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

/** What there is now, as the site answers the owner. */
async function found({ site }: Story) {
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
  'the first evening of an owner, up to the first player with a skin, takes at most 20 clicks',
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

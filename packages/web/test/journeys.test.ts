import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { firstSetupUrl } from '../../server/test/account/registration/new-site.ts'
import {
  fromBase32,
  stepAt,
  totpCode,
} from '../../server/test/credentials/two-factor/authenticator.ts'
import { png } from '../../server/test/profiles/textures/png.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, loaded, PASSWORD } from './site-in-browser.ts'

/** Counts the clicks and filled fields of one person. Keys such as Enter after typing are not counted. */
class Person {
  readonly page: Page
  readonly clicks: string[] = []
  readonly fields: string[] = []

  constructor(page: Page) {
    this.page = page
  }

  async click(name: string | RegExp, role: 'button' | 'link' | 'checkbox' = 'button') {
    this.clicks.push(String(name))
    await this.page.getByRole(role, { name, exact: true }).first().click()
  }

  /** Chooses a file: the click opens the dialog of the system. */
  async choose(label: string, buffer: Buffer, name: string, mimeType: string) {
    this.clicks.push(label)
    const field = this.page.locator('.drop').first()
    const chooser = this.page.waitForEvent('filechooser')
    await field.click()
    await (await chooser).setFiles({ name, mimeType, buffer })
  }

  async type(label: string, text: string) {
    this.fields.push(label)
    const field = this.page.getByRole('main').locator('input, textarea')
    await this.page.getByLabel(label, { exact: true }).and(field).first().fill(text)
  }

  /** Presses Enter, which sends the form in whose field the person typed. */
  async enter() {
    await this.page.keyboard.press('Enter')
  }

  /** Opens a page of the panel by its menu. */
  async open(name: string) {
    await this.click(name, 'link')
    await loaded(this.page)
  }

  counts(): string {
    return `${this.clicks.length} clicks: ${this.clicks.join(', ')}; ${this.fields.length} fields: ${this.fields.join(', ')}`
  }
}

const PICTURE = png({ width: 64, height: 64 })

/** Uploads a picture to the field with a legend. */
async function picture(person: Person, legend: string): Promise<void> {
  const field = person.page.getByRole('group', { name: legend, exact: true })
  person.clicks.push(legend)
  const chooser = person.page.waitForEvent('filechooser')
  await field.locator('.drop').click()
  await (await chooser).setFiles({ name: 'p.png', mimeType: 'image/png', buffer: PICTURE })
  await field.locator('.now img').waitFor()
}

async function setUp(owner: Person, { site }: BrowserSite): Promise<void> {
  const { page } = owner
  await page.goto(await firstSetupUrl(site))
  await owner.type('Name of the project', 'Emberfall')
  await owner.type('Name in the game', 'Notch')
  await owner.type('E-mail', 'notch@example.org')
  await owner.type('Password', PASSWORD)
  await owner.enter()
  await owner.click('Turn on')
  const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  const key = fromBase32(secret.replaceAll(/[^A-Z2-7]/g, ''))
  await owner.type('Code', totpCode(key, stepAt(site.now())))
  await owner.click('I have saved them')
  await page.getByRole('region', { name: 'First steps' }).waitFor()
}

pageTest('a player gets from the home page to the launcher in at most 4 taps', async (given) => {
  const { site, visitor } = given
  const on = { name: 'launcherWindows', text: '/files/portal.exe' } as const
  await changeSetting(site.app, { actor: 'command', ip: null }, on)
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0'
  const player = new Person((await visitor({ userAgent })).page)
  await player.page.goto('/')
  await loaded(player.page)

  await player.click('Create an account', 'link')
  await player.type('Name in the game', 'Steve')
  await player.type('E-mail', 'steve@example.org')
  await player.type('Password', PASSWORD)
  await player.click('Create account')
  const download = player.page.getByRole('link', { name: 'Download for Windows' })
  player.clicks.push('Download for Windows')
  assert.equal(await download.getAttribute('href'), '/files/portal.exe')

  assert.ok(player.clicks.length <= 4 && player.fields.length <= 3, player.counts())
})

async function brand(owner: Person): Promise<void> {
  await owner.open('Settings')
  await picture(owner, 'Logo')
  await owner.type('Color', '#ffe066')
  await owner.open('Home page')
  await picture(owner, 'Picture')
  await owner.click('Save')
  await owner.page.getByRole('status').getByText('Saved.', { exact: true }).waitFor()
}

async function setUpMail(owner: Person): Promise<void> {
  await owner.open('Mail')
  await owner.type('User', 'notch@gmail.com')
  await owner.type('Password', 'an app password')
  await owner.enter()
  await owner.click('Require confirmation')
}

async function writeRules(owner: Person): Promise<void> {
  await owner.open('Pages')
  await owner.open('Create a page')
  await owner.type('Text', '# Be fair\n\nNo cheats.')
  await owner.click('Players must agree to this page', 'checkbox')
  await owner.type('Title', 'Rules')
  await owner.enter()
  await owner.page.waitForURL(/\/panel\/pages(\/[^n].*)?$/)
}

async function makeRankAndRole(owner: Person): Promise<void> {
  await owner.open('Donor ranks')
  await owner.open('Create a donor rank')
  await owner.type('Name', 'Gold')
  await owner.enter()
  await owner.page.waitForURL('**/panel/groups')
  await owner.open('Roles')
  await owner.open('Create a role')
  await owner.click('Moderator')
  await owner.click('Save')
  await owner.page.waitForURL('**/panel/roles')
}

async function connectLauncher(owner: Person): Promise<void> {
  await owner.open('Launcher')
  await owner.type('Address of the launcher server', '203.0.113.7')
  await owner.enter()
  await owner.click('Copy')
  await owner.page.getByRole('button', { name: 'Connect another launcher' }).waitFor()
  await owner.click('Run the test')
  await owner.page.getByText(/^(Everything works|Something does not work yet)\./).waitFor()
}

async function importPlayers(owner: Person): Promise<void> {
  const file = Buffer.from('name,mail\nSteve,steve@example.org\nAlex,alex@example.org\n')
  await owner.open('Import')
  await owner.choose('Choose the file', file, 'players.csv', 'text/csv')
  await shown(owner.page, 'File uploaded')
  await owner.click('Preview the import')
  await shown(owner.page, 'Import 2 players')
  await owner.click('Import 2 players')
  await shown(owner.page, '2 players were imported.')
}

async function backUp(owner: Person): Promise<void> {
  await owner.open('Backups')
  await owner.click('Create a backup')
  await shown(owner.page, /^Download 2030-/, 'button')
}

async function writeNews(owner: Person): Promise<void> {
  await owner.open('News')
  await owner.open('Write news')
  await owner.type('Text', 'Come in.')
  await picture(owner, 'Picture above the text')
  await owner.type('Title', 'We are open')
  await owner.enter()
  await owner.page.waitForURL(/\/panel\/news\/[0-9a-f-]{36}$/)
}

pageTest('the first evening of an owner takes at most 30 clicks and 15 fields', async (given) => {
  const owner = new Person((await given.visitor()).page)

  await setUp(owner, given)
  await brand(owner)
  await setUpMail(owner)
  await writeRules(owner)
  await makeRankAndRole(owner)
  await connectLauncher(owner)
  await importPlayers(owner)
  await writeNews(owner)
  await backUp(owner)

  const { emailConfirmation, accentColor, logoUrl, homePicture } =
    await given.site.app.settings.read()
  assert.deepEqual(
    [emailConfirmation, accentColor, logoUrl !== '', homePicture !== ''],
    [true, '#ffe066', true, true],
  )
  const tables = ['page', 'api_key', 'player', 'news'] as const
  const counted = await Promise.all(
    tables.map((table) => given.site.app.db.selectFrom(table).selectAll().execute()),
  )
  assert.deepEqual(
    counted.map(({ length }) => length),
    [1, 1, 3, 1],
  )
  assert.ok(owner.clicks.length <= 30 && owner.fields.length <= 15, owner.counts())
})

/** Waits for a text or a button. Pages poll by a clock that the test moves. */
async function shown(page: Page, name: string | RegExp, role?: 'button'): Promise<void> {
  const there = (role ? page.getByRole(role, { name }) : page.getByText(name)).first()
  await waitUntil(async () => {
    await page.clock.runFor(1100)
    return there.isVisible()
  })
}

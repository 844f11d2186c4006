import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { MINUTE } from '../../server/src/platform/clock.ts'
import { oddPlayers } from '../../server/test/import/authme-players.ts'
import { authmeTable } from '../../server/test/import/authme-source.ts'
import { onSqlite } from '../../server/test/import/old-database.ts'
import { outcome } from '../../server/test/support/browser.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import ru from '../src/i18n/ru/import.ts'
import { pageTest } from './page-test.ts'
import { PASSWORD } from './site-in-browser.ts'

const coming = oddPlayers.filter(({ comesAs }) => comesAs !== undefined).length

/** Waits for a text. The page polls every second by a clock that the test moves. */
async function shown(page: Page, text: string | RegExp): Promise<void> {
  const there = page.getByText(text).first()
  await waitUntil(async () => {
    await page.clock.runFor(1100)
    return there.isVisible()
  })
}

pageTest(
  'players of AuthMe are imported and can sign in with their old passwords',
  async (given) => {
    await using old = await onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
    const { page } = await given.owner()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const press = async (name: string | RegExp) => {
      await button(name).click()
      await page.clock.runFor(1500)
    }
    const seen = (text: string | RegExp) => shown(page, text)

    await page.goto('/panel')
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.locator('input[type=file]').setInputFiles(old.from)
    await seen('File uploaded: old.db')
    await press('Preview the import')
    await seen('A name has 3 to 16 Latin letters, digits and _.')
    const leave = page.getByLabel(/^Skip \d+ rows$/)
    await press(/^Import \d+ players$/)
    await seen(/Some rows cannot be imported/)
    await leave.check()
    await press(/^Import \d+ players$/)
    await seen(/First check that an old password works/)
    await page.getByLabel('Name', { exact: true }).fill('Steve')
    await page.getByLabel('Old password', { exact: true }).fill('not it')
    await press('Test the password')
    await seen('This password does not work for Steve.')
    await page.getByLabel('Old password', { exact: true }).fill('password')
    await press('Test the password')
    await seen('The old password of Steve works.')
    await page.reload()
    await seen('The old password of Steve works.')
    await leave.check()
    await press(/^Import \d+ players$/)
    await seen(`${coming} players were imported.`)
    const signedIn = await given.site.browser().logIn('Steve', 'password')

    assert.equal(outcome(signedIn), '200')
  },
)

pageTest('an operator can replace invalid names before an import', async (given) => {
  const names = ['Steve', 'Иван', 'dash-er', 'seventeen_letters']
  const odd = oddPlayers.filter(({ row }) => names.includes(row.realname))
  await using old = await onSqlite(authmeTable(odd.map(({ row }) => row)))
  const { page } = await given.owner()
  given.site.wait(11 * MINUTE)
  const seen = (text: string) => shown(page, text)
  const nameOf = (old: string) => page.getByLabel(`New name for ${old}`)
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const take = () => page.getByRole('button', { name: /^Use these names/ }).click()

  await page.goto('/panel/import')
  await page.locator('input[type=file]').setInputFiles(old.from)
  await question.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await seen('File uploaded')
  await page.getByRole('button', { name: 'Preview the import' }).click()
  await seen('Import 1 player')
  const proposed = await nameOf('dash-er').inputValue()
  await nameOf('dash-er').fill('da')
  await take()
  await nameOf('dash-er').and(page.locator('[aria-invalid=true]:focus')).waitFor()
  await nameOf('dash-er').fill('Steve')
  await nameOf('seventeen_letters').fill('')
  await take()
  await seen('Steve (#1) has the same name')
  const kept = await nameOf('dash-er').inputValue()
  await nameOf('dash-er').fill('Dasher')
  await take()
  await seen('Import 3 players')
  await page.getByLabel('Skip 1 row').check()
  await page.getByLabel('Import without testing a password').check()
  await page.getByRole('button', { name: 'Import 3 players' }).click()
  await seen('3 players were imported.')

  const players = await given.site.app.db.selectFrom('player').select('username').execute()
  assert.deepEqual([proposed, kept], ['dash_er', 'Steve'])
  assert.deepEqual(
    players
      .map(({ username }) => username)
      .filter((name) => name !== 'Owner')
      .toSorted(),
    ['Dasher', 'Steve', 'ivan'],
  )
})

pageTest('the preview of an import is entirely Russian for a Russian reader', async (given) => {
  await using old = await onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
  const { page } = await given.owner({ locale: 'ru-RU' })

  await page.goto('/panel/import')
  await page.locator('input[type=file]').setInputFiles(old.from)
  await shown(page, 'Файл загружен')
  await page.getByRole('button', { name: ru.import.look }).click()
  await shown(page, ru.import.oddRows)
  const reasons = await page.locator('.rows p:not(:first-child)').allTextContents()

  assert.ok(
    reasons.some((text) => text.includes('подходит под несколько форматов: double-md5, md5')),
  )
  assert.deepEqual(
    reasons.filter((text) => !/[а-я]/.test(text) || / (or|of|is) /.test(text)),
    [],
  )
})

pageTest('English messages of an import by an older release are shown unchanged', async (given) => {
  const { page } = await given.owner()
  await page.route(/\/admin\/import$/, async (route) => {
    const { sources, schemes } = await (await route.fetch()).json()
    const [row, none] = [
      { row: 7, name: 'Alex', rename: null },
      { count: 0, items: [] },
    ]
    const notes = { count: 1, items: [{ ...row, reasons: ['comes without a password'] }] }
    const counts = { read: 1, importable: 1, present: 0, withoutEmail: 0, withNewUuid: 0 }
    const rest = { schemes: [], weak: { count: 0, seconds: 0 }, skipped: none, beside: false }
    const report = {
      ...counts,
      ...rest,
      notes,
      told: ['columns of authme that do not come over: ip'],
    }
    const unset = { file: null, progress: null, proof: null, failure: null, result: null }
    const began = { id: '1', phase: 'ready', beganAt: '2030-01-01T12:00:00.000Z' }
    const run = { ...began, source: 'authme', place: null, ...unset, report }
    await route.fulfill({ json: { sources, schemes, run } })
  })

  await page.goto('/panel/import')
  await page.getByText('Imported with missing data: 1').click()
  await page.getByText('Data that is not imported').click()

  await page.getByText('comes without a password').waitFor()
  await page.getByText('columns of authme that do not come over: ip').waitFor()
})

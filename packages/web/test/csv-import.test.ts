import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { guessDelimiter, readCsvColumns } from '../src/pages/admin/import/csv-columns.ts'
import { pageTest } from './page-test.ts'

const FIELDS = ['username', 'email', 'passwordHash', 'createdAt']

async function choose(page: Page, text: string): Promise<void> {
  await page.goto('/panel/import')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'players.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await shown(page, 'File uploaded')
}

/** Waits for a text. The page polls every second by a clock that the test moves. */
async function shown(page: Page, text: string | RegExp): Promise<void> {
  const there = page.getByText(text).first()
  await waitUntil(async () => {
    await page.clock.runFor(1100)
    return there.isVisible()
  })
}

function preview(page: Page): Promise<void> {
  return page.locator('form.card button[type=submit]').first().click()
}

pageTest('a CSV file with unusual headers can be imported', async ({ owner }) => {
  const { page } = await owner()

  await choose(page, 'name,password,E-Mail\nSteve,qwerty,steve@example.org\nAlex,12345,\n')
  const lists = await page.locator('.columns select').all()
  const guessed = await Promise.all(lists.map((list) => list.inputValue()))
  const warned = await page.getByText('The column password is ignored').isVisible()
  await preview(page)
  await shown(page, 'Import 2 players')
  const figures = await page.locator('.facts').innerText()
  await page.getByRole('button', { name: 'Import 2 players' }).click()
  await shown(page, '2 players were imported.')
  const outcome = await page.getByRole('main').innerText()

  assert.deepEqual(guessed, ['username', '', 'email'])
  assert.ok(warned)
  assert.match(figures, /2\s+without a password/)
  assert.match(outcome, /None of them has a password yet\./)
  assert.doesNotMatch(outcome, /with their old passwords/)
})

pageTest(
  'after an import, one button sends each new player one reset link',
  async ({ site, owner }) => {
    const { page } = await owner()
    await choose(page, 'name,mail\nSteve,steve@example.org\nAlex,alex@example.org\nNick,\n')
    await preview(page)
    await shown(page, 'Import 3 players')
    await page.getByRole('button', { name: 'Import 3 players' }).click()
    await shown(page, '3 players were imported.')
    await page.getByText('1 player has neither a password nor an e-mail.').waitFor()

    await page.getByRole('button', { name: 'Send reset links to 2 players' }).click()
    await page.getByText('2 reset links were sent.').waitFor()
    await page.reload()
    await page.getByText('1 player has neither a password nor an e-mail.').waitFor()

    const buttons = await page.getByRole('button', { name: /reset link/ }).count()
    const links = await site.app.db.selectFrom('reset_link').select('player_id').execute()
    assert.deepEqual([buttons, links.length], [0, 2])
  },
  { env: { SMTP_URL: 'smtp://127.0.0.1:9' } },
)

pageTest(
  'without a mail server the result of an import links to the page Mail',
  async ({ owner }) => {
    const { page } = await owner()
    await choose(page, 'name,mail\nSteve,steve@example.org\n')
    await preview(page)
    await shown(page, 'Import 1 player')
    await page.getByRole('button', { name: 'Import 1 player' }).click()
    await shown(page, '1 player was imported.')

    await page.getByRole('link', { name: 'Open Mail' }).click()
    await page.waitForURL('**/panel/mail')
  },
)

pageTest('an import without any importable player has no button to import', async ({ owner }) => {
  const { page } = await owner()

  await choose(page, 'id;points\n1;2\n')
  const warned = await page.getByText('Choose the column that has the names').isVisible()
  await preview(page)
  await shown(page, 'No player can be imported.')
  const buttons = await page.getByRole('button', { name: /^Import/ }).count()
  await page.getByLabel('id', { exact: true }).selectOption('Player name')
  const isGone = await page.getByText('Choose the column that has the names').isHidden()

  assert.deepEqual([warned, buttons, isGone], [true, 0, true])
})

pageTest('imported players whose names differ only by case can be renamed', async ({ owner }) => {
  const { page } = await owner()

  await choose(page, 'name\nVasya\nvasya\n')
  await preview(page)
  await shown(page, 'Skipped rows')
  await page.getByLabel('New name for vasya', { exact: true }).fill('Vasya_2')
  await page.getByRole('button', { name: /^Use these names/ }).click()

  await shown(page, 'Import 2 players')
})

test('the columns of a CSV file are recognized in their usual spellings', () => {
  const hash = '$2a$10$abcdefghijklmnopqrstuv'
  const fieldsOf = (text: string) =>
    readCsvColumns(text, guessDelimiter(text), FIELDS).map(({ field }) => field)

  assert.deepEqual(fieldsOf('Nick;Mail;Reg_Date\n'), ['username', 'email', 'createdAt'])
  assert.deepEqual(fieldsOf(`login\tpassword\nSteve\t${hash}\n`), ['username', 'passwordHash'])
  assert.deepEqual(fieldsOf('login,password\nSteve,secret\n'), ['username', ''])
  assert.deepEqual(fieldsOf('name,username\nA,B\n'), ['', 'username'])
  assert.deepEqual(fieldsOf('"na""me","user\nname"\r\n'), ['username', ''])
})

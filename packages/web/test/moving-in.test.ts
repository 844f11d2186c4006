import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sources } from '../../server/src/import/sources/sources.ts'
import { MINUTE } from '../../server/src/platform/clock.ts'
import { oddPlayers } from '../../server/test/import/authme-players.ts'
import { authmeTable } from '../../server/test/import/authme-source.ts'
import { onSqlite } from '../../server/test/import/old-database.ts'
import { outcome } from '../../server/test/support/browser.ts'
import { until } from '../../server/test/support/wait-until.ts'
import en from '../src/i18n/en/import.ts'
import ru from '../src/i18n/ru/import.ts'
import { pageTest } from './page-test.ts'
import { PASSWORD } from './site-in-browser.ts'

const coming = oddPlayers.filter(({ comesAs }) => comesAs !== undefined).length

/** Waits for a text. The page asks every second, by a clock that is moved by hand. */
async function shown(page: Page, text: string | RegExp): Promise<void> {
  const there = page.getByText(text).first()
  await until(async () => {
    await page.clock.runFor(1100)
    return there.isVisible()
  })
}

pageTest('an owner moves AuthMe in: file, report, proof, start, and sign in', async (given) => {
  await using old = await onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
  const { page } = await given.owner()
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const press = async (name: string | RegExp) => {
    await button(name).click()
    await page.clock.runFor(1500)
  }
  const seen = (text: string | RegExp) => shown(page, text)

  await page.goto('/panel')
  await page.getByRole('link', { name: 'Move in' }).click()
  await page.locator('input[type=file]').setInputFiles(old.from)
  await seen('The file is here: old.db')
  await press('See what would happen')
  await seen('What would happen')
  await seen('A name has 3 to 16 Latin letters, digits and _.')
  const leave = page.getByLabel(/^Leave \d+ rows behind$/)
  await press(/^Move \d+ players in$/)
  await seen(/Some rows cannot come/)
  await leave.check()
  await press(/^Move \d+ players in$/)
  await seen(/First show that an old password opens/)
  await page.getByLabel('Name', { exact: true }).fill('Steve')
  await page.getByLabel('Old password', { exact: true }).fill('not it')
  await press('Try it')
  await seen('This password does not open the account of Steve.')
  await page.getByLabel('Old password', { exact: true }).fill('password')
  await press('Try it')
  await seen('The old password of Steve opens the account.')
  await page.reload()
  await seen('The old password of Steve opens the account.')
  await leave.check()
  await press(/^Move \d+ players in$/)
  await seen(`${coming} players have moved in.`)
  const signedIn = await given.site.browser().logIn('Steve', 'password')

  assert.equal(outcome(signedIn), '200')
})

pageTest(
  'names that do not fit are replaced by proposals, or by what the owner types',
  async (given) => {
    const names = ['Steve', 'Иван', 'dash-er', 'seventeen_letters']
    const odd = oddPlayers.filter(({ row }) => names.includes(row.realname))
    await using old = await onSqlite(authmeTable(odd.map(({ row }) => row)))
    const { page } = await given.owner()
    given.site.wait(11 * MINUTE)
    const seen = (text: string) => shown(page, text)
    const nameOf = (old: string) => page.getByLabel(`New name of ${old}`)
    const question = page.getByRole('dialog', { name: 'Is it still you?' })
    const take = () => page.getByRole('button', { name: /^Take these names/ }).click()

    await page.goto('/panel/import')
    await page.locator('input[type=file]').setInputFiles(old.from)
    await question.locator('[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await seen('The file is here')
    await page.getByRole('button', { name: 'See what would happen' }).click()
    await seen('Move 1 player in')
    const proposed = await nameOf('dash-er').inputValue()
    await nameOf('dash-er').fill('da')
    await take()
    await nameOf('dash-er').and(page.locator('[aria-invalid=true]:focus')).waitFor()
    await nameOf('dash-er').fill('Steve')
    await nameOf('seventeen_letters').fill('')
    await take()
    await seen('Steve (row 1) has the same name')
    const kept = await nameOf('dash-er').inputValue()
    await nameOf('dash-er').fill('Dasher')
    await take()
    await seen('Move 3 players in')
    await page.getByLabel('Leave 1 row behind').check()
    await page.getByLabel('Go without a proof').check()
    await page.getByRole('button', { name: 'Move 3 players in' }).click()
    await seen('3 players have moved in.')

    const players = await given.site.app.db.selectFrom('player').select('username').execute()
    assert.deepEqual([proposed, kept], ['dash_er', 'Steve'])
    assert.deepEqual(
      players
        .map(({ username }) => username)
        .filter((name) => name !== 'Owner')
        .toSorted(),
      ['Dasher', 'Steve', 'ivan'],
    )
  },
)

pageTest('the report is in Russian throughout where the reader is', async (given) => {
  await using old = await onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
  const { page } = await given.owner()

  await page.evaluate(`localStorage.setItem('portal-language', 'ru')`)
  await page.goto('/panel/import')
  await page.locator('input[type=file]').setInputFiles(old.from)
  await shown(page, 'Файл получен')
  await page.getByRole('button', { name: ru.import.look }).click()
  await shown(page, ru.import.oddRows)
  const reasons = await page.locator('.rows p:not(:first-child)').allTextContents()

  assert.ok(reasons.some((text) => text.includes('похоже на double-md5 или md5')))
  assert.deepEqual(
    reasons.filter((text) => !/[а-я]/.test(text) || / (or|of|is) /.test(text)),
    [],
  )
})

test('every source has a sentence in both languages', () => {
  const names = sources.map(({ name }) => name).toSorted()

  for (const { import: words } of [en, ru]) {
    assert.deepEqual(Object.keys(words.sources).toSorted(), names)
  }
})

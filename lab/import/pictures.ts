import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { oddPlayers } from '../../packages/server/test/import/authme-players.ts'
import { authmeTable } from '../../packages/server/test/import/authme-source.ts'
import { onSqlite } from '../../packages/server/test/import/old-database.ts'
import { globalSetup, globalTeardown } from '../../packages/server/test/support/start-postgres.ts'
import { waitUntil } from '../../packages/server/test/support/wait-until.ts'
import en from '../../packages/web/src/i18n/en/import.ts'
import ru from '../../packages/web/src/i18n/ru/import.ts'
import { closeBrowser, withSite } from '../../packages/web/test/site-in-browser.ts'

const OWNERS = join(import.meta.dirname, '../../docs/owners')
const WORDS = { en: en.import, ru: ru.import }
/** The width of a page of documents, enough for a sharp screenshot. */
const WIDTH = 820
/** The height of the window: enough for the whole page, so that the fixed header covers nothing. */
const TALL = 2400

/**
 * Imports AuthMe through the panel, in both languages, and takes the pictures of the owners' page about it:
 * `node lab/import/pictures.ts`, after the pages were built.
 */
async function takePictures(language: 'en' | 'ru'): Promise<void> {
  const words = WORDS[language]
  await using old = await onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
  await withSite({}, async (given) => {
    const { page } = await given.owner({ viewport: { width: WIDTH, height: TALL } })
    await page.evaluate(`localStorage.setItem('portal-language', '${language}')`)
    await page.goto('/panel/import')
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).click()
      await page.clock.runFor(1500)
    }
    const seen = (text: string | RegExp) => shown(page, page.getByText(text).first())

    const buffer = readFileSync(old.from)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'authme.db', mimeType: 'application/vnd.sqlite3', buffer })
    await seen('authme.db')
    await seen(new RegExp(words.sent.split('{')[0] ?? ''))
    await page.getByLabel(words.offlineUuids).check()
    await page.evaluate('document.activeElement?.blur()')
    await keep(page, language, 'file', page.locator('main .card').first())

    await press(words.look)
    await seen(words.report)
    await keep(page, language, 'report', cardWith(page, words.report))
    await press(words.renameAll)
    await waitUntil(async () => {
      await page.clock.runFor(1100)
      return !(await page.getByRole('button', { name: words.renameAll }).isVisible())
    })
    await seen(words.proof)
    await page.getByLabel(words.username, { exact: true }).fill('Steve')
    await page.getByLabel(words.password, { exact: true }).fill('password')
    await press(words.prove)
    await seen(words.opens.replace('{name}', 'Steve'))
    await keep(page, language, 'proof', cardWith(page, words.proof))

    await page.getByLabel(patternOf(words.skipFaulty)).check()
    await press(patternOf(words.go))
    await seen(words.signInNow)
    await keep(page, language, 'done', page.locator('main .card').last())
  })
}

/** Returns a pattern for all plural forms of a sentence with a number. */
function patternOf(forms: string): RegExp {
  return new RegExp(`^(${forms.split(' | ').join('|').replaceAll('{n}', '\\d+')})$`)
}

function cardWith(page: Page, title: string): Locator {
  return page.locator('main .card').filter({ has: page.getByText(title, { exact: true }) })
}

async function shown(page: Page, there: Locator): Promise<void> {
  await waitUntil(async () => {
    await page.clock.runFor(1100)
    return there.isVisible()
  })
}

/** Stores a screenshot as WebP, which Chromium encodes and which is a fifth of the size of a PNG. */
async function keep(page: Page, language: string, name: string, what: Locator): Promise<void> {
  const png = await what.screenshot()
  const webp = await page.evaluate<string>(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${png.toString('base64')}'
    await picture.decode()
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d').drawImage(picture, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
  })()`)
  const folder = join(OWNERS, language, 'moving-in/pictures')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(webp, 'base64'))
}

await globalSetup()
try {
  await takePictures('en')
  await takePictures('ru')
} finally {
  await closeBrowser()
  await globalTeardown()
}

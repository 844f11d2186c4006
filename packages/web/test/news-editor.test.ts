import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { png } from '../../server/test/profiles/textures/png.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { pageTest } from './page-test.ts'
import { loaded } from './site-in-browser.ts'

const CASTLE = png({ width: 2000, height: 1000 })

const text = (page: Page) => page.getByLabel('Text', { exact: true })
const view = (page: Page, name: string) => page.getByRole('region', { name })
/** Counts the uploaded pictures in the text. */
const picturesIn = async (page: Page) =>
  (await text(page).inputValue()).split('](/pictures/').length - 1
const select = (page: Page, from: number, to: number) =>
  page.evaluate(`document.querySelector('textarea').setSelectionRange(${from}, ${to})`)

pageTest('both previews of a news item follow the text while it is typed', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/news/new')

  await page.getByLabel('Title').fill('Season **two**')
  await text(page).fill('## Big\n\n- [rules](/rules)')

  await view(page, 'On the site').getByRole('heading', { name: 'Season two' }).waitFor()
  await view(page, 'On the site').getByRole('heading', { name: 'Big' }).waitFor()
  await view(page, 'In the launcher').getByText(`• rules (${given.url}/rules)`).waitFor()
  await page.evaluate(
    "addEventListener('click', (event) => (window.stays = event.defaultPrevented))",
  )
  await view(page, 'On the site').getByRole('link', { name: 'rules' }).click()
  assert.equal(await page.evaluate('window.stays'), true)
  assert.equal(new URL(page.url()).pathname, '/panel/news/new')
  assert.deepEqual(await given.site.app.db.selectFrom('news').selectAll().execute(), [])
})

pageTest('editing tools change the selected text, and undo reverts the change', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/news/new')
  const field = text(page)
  await field.pressSequentially('big news')

  await select(page, 0, 3)
  await page.keyboard.press('Control+b')
  const bold = await field.inputValue()
  await page.keyboard.press('Control+z')
  const undone = await field.inputValue()
  await select(page, 4, 8)
  await page.getByRole('button', { name: 'Italic' }).click()
  const italic = await field.inputValue()
  await page.getByRole('button', { name: 'Bold' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const heading = await field.inputValue()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')

  assert.deepEqual(
    [bold, undone, italic, heading, await field.inputValue()],
    ['**big** news', 'big news', 'big *news*', '## big *news*', 'big news'],
  )
})

pageTest('a chosen, pasted or dropped picture is uploaded and shown', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/news/new')
  await page.getByLabel('Title').fill('A castle')
  await text(page).fill('Look: ')

  const file = { name: 'castle.png', mimeType: 'image/png', buffer: CASTLE }
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
  await waitUntil(async () => (await picturesIn(page)) === 1)
  await page.keyboard.type('the castle') // the description is selected
  for (const kind of ['paste', 'drop']) {
    await page.evaluate(giving(kind))
    await waitUntil(async () => (await picturesIn(page)) === (kind === 'paste' ? 2 : 3))
  }
  const pictures = view(page, 'On the site').getByRole('img')
  await pictures.nth(2).waitFor()
  const width = await pictures.first().evaluate((img) => img.decode().then(() => img.naturalWidth))
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: 'Open its page' }).click()
  await page.getByRole('img', { name: 'the castle' }).waitFor()

  assert.equal(width, 1600)
})

/** A script that pastes or drops a small picture into the text. */
function giving(kind: string): string {
  const event =
    kind === 'paste'
      ? `new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })`
      : `new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })`
  return `(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    canvas.getContext('2d').fillRect(0, 0, '${kind}'.length, 20)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve))
    const data = new DataTransfer()
    data.items.add(new File([blob], 'drawn.png', { type: 'image/png' }))
    document.querySelector('textarea').dispatchEvent(${event})
  })()`
}

pageTest('only editors see a draft of a news item', async (given) => {
  const { page } = await given.owner({ timezoneId: 'Asia/Tokyo' })
  const guest = await given.visitor()
  const headings = async () => {
    await guest.page.goto('/news')
    await loaded(guest.page)
    return guest.page.getByRole('heading', { level: 2 }).allTextContents()
  }

  await page.goto('/panel/news/new')
  await page.getByLabel('Title').fill('Season two')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('This is a draft: visitors do not see it.').waitFor()
  const asDraft = await headings()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: 'Open its page' }).waitFor()
  const published = await headings()
  await page.getByLabel('Publication time').fill('2030-01-02T09:00')
  await page.getByText('Japan Standard Time (GMT+9)').waitFor()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/Will be published on .*2030/).waitFor()
  const planned = await headings()
  const { published_at: at } = await given.site.app.db
    .selectFrom('news')
    .select('published_at')
    .executeTakeFirstOrThrow()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('This is a draft: visitors do not see it.').waitFor()

  assert.deepEqual([asDraft, published, planned], [[], ['Season two'], []])
  assert.equal(at, Date.UTC(2030, 0, 2, 0))
})

pageTest('on a phone the text and both previews are in three tabs', async (given) => {
  const { page } = await given.owner({ viewport: { width: 360, height: 740 } })
  await page.goto('/panel/news/new')
  await page.getByLabel('Title').fill('Season two')
  const seen = async () => [
    await text(page).isVisible(),
    await view(page, 'On the site').isVisible(),
    await view(page, 'In the launcher').isVisible(),
  ]

  const first = await seen()
  await page.getByText('On the site', { exact: true }).first().click()
  const second = await seen()
  await page.keyboard.press('ArrowRight')

  assert.deepEqual(
    [first, second, await seen()],
    [
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ],
  )
})

pageTest('a saved draft of a news item keeps its publication time', async ({ owner }) => {
  const { page } = await owner()
  await page.goto('/panel/news/new')
  const at = page.getByLabel('Publication time')
  await page.getByLabel('Title').fill('Season two')
  await text(page).fill('Soon.')
  await at.fill('2030-03-05T14:07')

  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/news\/(?!new)/)
  await page.getByRole('heading', { level: 1, name: 'News item' }).waitFor()

  assert.equal(await at.inputValue(), '2030-03-05T14:07')
})

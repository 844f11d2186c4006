import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { total, weighPages } from '../../../scripts/build/web-weight.ts'
import { newsEditor } from '../../server/test/content/news/news-editor.ts'
import { pageTest } from './page-test.ts'
import { drawn, loaded, signInAs } from './site-in-browser.ts'

test('the scripts of every page are below its size limit', () => {
  const pages = weighPages()
  const heavy = pages
    .filter(({ scripts, most }) => total(scripts) > most)
    .map(({ page, scripts, most }) => `${page}: ${total(scripts)} bytes of at most ${most}`)

  assert.ok(pages.length > 40)
  assert.deepEqual(heavy, [])
})

const PAGES = {
  visitor: ['/', '/news', '/login', '/register'],
  owner: [
    '/',
    '/account',
    '/panel',
    '/panel/mail',
    '/panel/launcher',
    '/panel/settings/brand',
    '/panel/settings/home',
    '/panel/backups',
  ],
}

/** A layout shift after the first paint: its size, and the HTML of the elements that moved. */
type Shift = { value: number; moved: string[] }

const WATCH = `
  window.shifts = []
  const watch = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shifts.push({ value, moved: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120) ?? '') })
    }
  })
  watch.observe({ type: 'layout-shift', buffered: true })
`

for (const width of [360, 1280]) {
  pageTest(`no part of a page moves while the page opens (${width} pixels)`, async (given) => {
    await given.site.player('Owner')
    await given.site.app.db
      .updateTable('player')
      .set({ superuser_at: given.site.now() })
      .where('username', '=', 'Owner')
      .execute()
    const editor = await newsEditor(given.site)
    for (const title of ['a', 'b', 'c']) await editor.written({ title })
    const shifted: Record<string, Shift[]> = {}

    for (const as of ['visitor', 'owner'] as const) {
      const viewport = { width, height: 640 }
      const { page } = await given.visitor({ viewport, reducedMotion: 'reduce' })
      await signInAs(page, as)
      await page.addInitScript(WATCH)
      await holdAnswers(page)
      for (const path of PAGES[as]) {
        await page.goto(path)
        const shifts = await shiftsOf(page)
        if (shifts.length > 0) shifted[`${path} (${as})`] = shifts
      }
    }

    assert.deepEqual(shifted, {})
  })
}

/** Delays the data until the page was painted without it. */
async function holdAnswers(page: Page): Promise<void> {
  await page.route(/\/(admin|public\/news)(\/|$)/, async (route) => {
    await page.locator('.loading').waitFor()
    await drawn(page).catch(() => undefined) // the test may have left the page
    await route.continue()
  })
}

async function shiftsOf(page: Page): Promise<Shift[]> {
  await loaded(page)
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  await drawn(page) // the shifts have been reported
  return page.evaluate('shifts')
}

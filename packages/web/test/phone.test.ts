import assert from 'node:assert/strict'
import { owner as makeOwner } from '../../server/test/support/administrator.ts'
import { pageTest } from './page-test.ts'
import { furnish } from './shown-pages.ts'
import { loaded, signInAs } from './site-in-browser.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

/** The size of a thumb by Apple and Google, minus rounding of text. */
const LEAST = 44

/** Controls that are smaller than a thumb. Links within a sentence do not count. */
const SMALL = `[...document.querySelectorAll('button, select, .link-button, nav a, input:not([type=checkbox], .visually-hidden), label:has([type=radio])')]
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0 && (box.height < ${LEAST} || box.width < ${LEAST}))
  .map(({ one, box }) => (one.textContent || one.name || one.className).trim() + ' ' + Math.round(box.width) + '×' + Math.round(box.height))`

/** Labels of fields whose control is not below the label and within the field. */
const STRAY = `[...document.querySelectorAll('.field')]
  .map((field) => [field, field.querySelector('label'), field.querySelector('input, select, textarea')])
  .filter(([field, label, control]) => {
    const [around, above, box] = [field, label, control].map((one) => one.getBoundingClientRect())
    return box.top < above.bottom || box.bottom > around.bottom
  })
  .map(([, label]) => label.textContent)`

pageTest(
  'on a phone every control has room for a thumb, and every field is in its place',
  async (given) => {
    const small: Record<string, string[]> = {}
    const stray: Record<string, string[]> = {}

    const pages = await furnish(given.site)
    for (const who of ['visitor', 'newcomer', 'nobody', 'owner'] as const) {
      const { page } = await given.visitor(PHONE)
      await signInAs(page, who)
      for (const { name, path } of pages.filter(({ as }) => as === who)) {
        await page.goto(path)
        await loaded(page)
        const menu = page.locator('[aria-controls=side]')
        if (await menu.isVisible()) await menu.click()
        const found: string[] = await page.evaluate(SMALL)
        if (found.length > 0) small[name] = found
        const astray: string[] = await page.evaluate(STRAY)
        if (astray.length > 0) stray[name] = astray
      }
    }

    assert.deepEqual([small, stray], [{}, {}])
  },
)

pageTest('a wide table of a news item scrolls by itself at 320 pixels', async (given) => {
  const notch = await makeOwner(given.site)
  const row = (text: string) => `|${`${text}|`.repeat(8)}`
  const body = [row('Everything'), row('---'), row('Obsidian')].join('\n')
  const { body: news } = await notch.send('POST', '/admin/news', { title: 'Prices', body })
  const { page } = await given.visitor({ ...PHONE, viewport: { width: 320, height: 640 } })

  await page.goto(`/news/${news.id}`)
  await page.getByRole('cell', { name: 'Obsidian' }).first().waitFor()

  const widths = 'document.documentElement.scrollWidth - innerWidth'
  assert.equal(await page.evaluate(widths), 0)
  const table =
    "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.prose table'))"
  assert.equal(await page.evaluate(table), true)
  const cell = await page.getByRole('cell', { name: 'Obsidian' }).first().boundingBox()
  assert.ok((cell?.height ?? 0) < 50, 'a word is broken into lines')
})

pageTest('a browser that asks for reduced motion gets none', async ({ owner }) => {
  const { page } = await owner({ reducedMotion: 'reduce' })
  await page.route('**/admin/players*', () => undefined) // no answer, so the page keeps waiting
  await page.goto('/panel')
  await loaded(page)

  await page.locator('nav [href="/panel/players"]').click()
  await page.locator('.loading').waitFor()

  const seconds: number = await page.evaluate(
    `Math.max(...[...document.querySelectorAll('*')].flatMap((one) => {
      const { animationDuration, transitionDuration } = getComputedStyle(one)
      return (animationDuration + ',' + transitionDuration).split(',').map(parseFloat)
    }))`,
  )
  assert.ok(seconds < 0.001, `something moves for ${seconds} s`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

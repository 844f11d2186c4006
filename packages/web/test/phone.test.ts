import assert from 'node:assert/strict'
import { owner as makeOwner } from '../../server/test/support/administrator.ts'
import { pageTest } from './page-test.ts'
import { loaded } from './site-in-browser.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

pageTest('a wide table in news scrolls inside its box at 320 px', async (given) => {
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

pageTest('no animation runs with prefers-reduced-motion', async ({ owner }) => {
  const { page } = await owner({ reducedMotion: 'reduce' })
  await page.route('**/admin/players*', () => undefined) // without a response the page keeps loading
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
  assert.equal(seconds, 0) // even a short transition shows the old state for one frame
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

pageTest('on a phone a long label leaves room for its value', async ({ owner }) => {
  const { page } = await owner({ ...PHONE, locale: 'ru-RU' })

  await page.goto('/panel/backups')
  const value = await page.locator('dl.pairs dd').first().boundingBox()
  await page.goto('/panel/players')
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  const label = "getComputedStyle(document.querySelector('td.when'), '::before').whiteSpace"

  assert.ok((value?.width ?? 0) > 100, 'the value is a column of letters')
  assert.equal(await page.evaluate(label), 'normal') // otherwise the label covers the value
})

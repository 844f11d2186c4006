import assert from 'node:assert/strict'
import { newsEditor } from '../../server/test/content/news/news-editor.ts'
import { pageTest } from './page-test.ts'

const NASTY = `]]> "quoted" 'single' & \\<b\\>`

pageTest('the RSS feed is valid XML for any title', async (given) => {
  const alex = await newsEditor(given.site)
  const news = await alex.written({ title: NASTY, body: `One ${NASTY}\n\nTwo`, tag: '<tag>&' })
  const { page } = await given.visitor()
  await page.goto('/news')

  const read = await page.evaluate(`(async () => {
    const link = document.querySelector('[type="application/rss+xml"]')
    const xml = await (await fetch(link.href)).text()
    const feed = new DOMParser().parseFromString(xml, 'text/xml')
    const textOf = (name) => feed.querySelector('item > ' + name)?.textContent
    const described = new DOMParser().parseFromString(textOf('description'), 'text/html').body
    return {
      broken: feed.querySelector('parsererror')?.textContent,
      title: textOf('title'),
      category: textOf('category'),
      link: textOf('link'),
      published: Date.parse(textOf('pubDate')),
      description: described.textContent,
      elements: [...described.children].map(({ tagName }) => tagName),
    }
  })()`)

  assert.deepEqual(read, {
    broken: undefined,
    title: news.title,
    category: '<tag>&',
    link: `${given.url}/news/${news.id}`,
    published: Date.parse(news.publishedAt),
    description: news.text.replaceAll('\n', ''),
    elements: ['BR', 'BR'],
  })
  assert.match(news.title, /\]\]>.*<b>/)
})

pageTest('the sitemap is valid XML', async (given) => {
  await (await newsEditor(given.site)).written()
  const { page } = await given.visitor()
  await page.goto('/news')

  const addresses = await page.evaluate(`(async () => {
    const xml = await (await fetch('/sitemap.xml')).text()
    const map = new DOMParser().parseFromString(xml, 'text/xml')
    return [...map.querySelectorAll('urlset > url > loc')].map(({ textContent }) => textContent)
  })()`)

  assert.ok(Array.isArray(addresses) && addresses.length === 4)
})

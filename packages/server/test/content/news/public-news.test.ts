import assert from 'node:assert/strict'
import { HOUR, isoInstant, SECOND } from '../../../src/platform/clock.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from './news-editor.ts'

siteTest('visitors read only news that is published', async (site) => {
  const alex = await newsEditor(site)
  const whole = { tag: 'T', link: '/shop', banner: 'https://a.example/x.png' }
  const old = await alex.written({
    title: 'Old',
    body: 'A **bold**\n\n[word](/rules) <script>1</script>',
  })
  site.wait(SECOND)
  const rich = await alex.written({ title: 'Rich', body: 'x', ...whole })
  const draft = await alex.written({ title: 'Draft', publishedAt: null })
  const later = await alex.written({ title: 'Later', publishedAt: isoInstant(site.now() + HOUR) })

  const visitor = site.browser()
  const list = await visitor.get('/public/news')
  const item = await visitor.get(`/public/news/${old.id}`)
  const hidden = [draft, later].map(({ id }) => visitor.get(`/public/news/${id}`))
  const statuses = (await Promise.all(hidden)).map(({ status, body }) => [status, body.error])
  site.wait(HOUR)
  const shown = await visitor.get(`/public/news/${later.id}`)

  const { publishedAt } = rich
  const none = { tag: null, link: null, banner: null }
  const same = { id: old.id, title: 'Old', ...none, publishedAt: old.publishedAt }
  assert.deepEqual(list.body, {
    items: [
      { id: rich.id, title: 'Rich', ...whole, publishedAt, summary: 'x' },
      { ...same, summary: 'A bold word' },
    ],
    next: null,
  })
  assert.deepEqual(item.body, { ...same, html: old.html })
  assert.doesNotMatch(old.html, /script/)
  assert.deepEqual(statuses, [
    [404, 'news.notfound'],
    [404, 'news.notfound'],
  ])
  assert.deepEqual([shown.status, shown.body.title], [200, 'Later'])
})

sqliteTest('paging through the public news lists each item once', async (site) => {
  const alex = await newsEditor(site)
  for (const title of ['a', 'b', 'c', 'd', 'e']) {
    await alex.written({ title })
    if (title !== 'c') site.wait(SECOND) // c and d have the same instant
  }

  const titles: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page = await site.browser().get(`/public/news?limit=2${next && `&cursor=${next}`}`)
    titles.push(...page.body.items.map((item: { title: string }) => item.title))
    next = page.body.next
  }
  const foreign = await site.browser().get('/public/news?cursor=x')

  assert.deepEqual(titles.sort(), ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual([foreign.status, foreign.body.error], [400, 'request.invalid'])
})

sqliteTest('a long news text is summarized by its first words', async (site) => {
  const alex = await newsEditor(site)
  await alex.written({ body: 'word '.repeat(100) })
  site.wait(SECOND)
  await alex.written({ body: 'x'.repeat(300) })

  const { items } = (await site.browser().get('/public/news')).body

  assert.deepEqual(
    items.map(({ summary }: { summary: string }) => summary),
    [`${'x'.repeat(240)}…`, `${'word '.repeat(48).trimEnd()}…`],
  )
})

sqliteTest('a forged cursor with a future time does not show scheduled news', async (site) => {
  const alex = await newsEditor(site)
  await alex.written({ title: 'Now' })
  await alex.written({ title: 'Later', publishedAt: isoInstant(site.now() + HOUR) })
  const key = JSON.stringify([site.now() + 2 * HOUR, 'x'])
  const cursor = Buffer.from(key).toString('base64url')

  const { body } = await site.browser().get(`/public/news?cursor=${cursor}`)

  assert.deepEqual(
    body.items.map(({ title }: { title: string }) => title),
    ['Now'],
  )
})

sqliteTest('a news summary contains list items and text but no headings', async (site) => {
  const alex = await newsEditor(site)
  await alex.written({
    title: 'Update',
    body: '# What is new\n\n- A new border\n- Pets keep their names\n\nCome early.',
  })
  await alex.written({ title: 'Short', body: '# Only a heading' })

  const { body } = await site.browser().get('/public/news')

  assert.deepEqual(body.items.map(({ summary }: { summary: string }) => summary).sort(), [
    'A new border; Pets keep their names. Come early.',
    'Only a heading',
  ])
})

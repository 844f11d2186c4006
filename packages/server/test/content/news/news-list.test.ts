import assert from 'node:assert/strict'
import { listPublishedNews } from '../../../src/content/news/list-news.ts'
import { HOUR, isoInstant, SECOND } from '../../../src/platform/clock.ts'
import type { Reply } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from './news-editor.ts'

sqliteTest('launchers get published news with absolute URLs', async (site) => {
  const alex = await newsEditor(site)
  const plain = await alex.written({ title: 'Plain' })
  site.wait(SECOND)
  const whole = { tag: 'T', link: '/shop?a=b', banner: 'https://a.example/x.png' }
  await alex.written({ title: 'Draft', publishedAt: null })
  await alex.written({ title: 'Later', publishedAt: isoInstant(site.now() + HOUR) })
  const rich = await alex.create({ title: 'Rich', body: 'x', ...whole })

  const now = await listPublishedNews(site.app, { limit: 20, now: site.now() })
  const first = await listPublishedNews(site.app, { limit: 1, now: site.now() })
  site.wait(HOUR)
  const later = await listPublishedNews(site.app, { limit: 20, now: site.now() })

  const link = 'http://localhost:8080/shop?a=b'
  const { id, publishedAt } = rich.body
  const wire = { id, title: 'Rich', body: 'x', publishedAt, ...whole, link }
  const { title, text, ...same } = plain
  const page = `http://localhost:8080/news/${same.id}`
  const second = { id: same.id, title, body: text, publishedAt: same.publishedAt, link: page }
  assert.deepEqual([now, first], [[wire, second], [wire]])
  assert.deepEqual(
    later.map((item) => item.title),
    ['Later', 'Rich', 'Plain'],
  )
})

siteTest('the news list in the panel has drafts first, then the newest items', async (site) => {
  const alex = await newsEditor(site)
  const titles = ['b', 'draft 1', 'a', 'later', 'draft 2', 'c']
  const instants = { b: -HOUR, a: -2 * HOUR, later: HOUR, c: 0 }
  for (const title of titles) {
    site.wait(1) // ids of one millisecond have no order
    const away = Object.entries(instants).find(([name]) => name === title)?.[1]
    const publishedAt = away === undefined ? null : isoInstant(site.now() + away)
    await alex.written({ title, publishedAt })
  }
  const whole = titlesOf(await alex.list())

  assert.deepEqual(whole, ['draft 2', 'draft 1', 'later', 'c', 'b', 'a'])
  for (const limit of ['1', '2', '3', '5', '6', '100']) {
    assert.deepEqual(await titlesPageByPage(alex.list, { limit }), whole)
  }
})

siteTest('news created while paging neither repeats nor hides an item', async (site) => {
  const alex = await newsEditor(site)
  for (const title of ['a', 'b', 'c', 'd']) {
    site.wait(SECOND)
    await alex.written({ title })
  }
  const first = await alex.list({ limit: '2' })
  site.wait(SECOND)
  await alex.written({ title: 'e' })
  await alex.delete(first.body.items[1].id)

  const second = await alex.list({ limit: '2', cursor: first.body.next })

  assert.deepEqual(
    [titlesOf(first), titlesOf(second)],
    [
      ['d', 'c'],
      ['b', 'a'],
    ],
  )
  assert.equal(second.body.next, null)
})

sqliteTest('news items published at the same instant are each listed once', async (site) => {
  const alex = await newsEditor(site)
  const titles = ['a', 'b', 'c', 'd', 'e']
  for (const title of titles) await alex.written({ title })

  const paged = await titlesPageByPage(alex.list, { limit: '2' })

  assert.deepEqual(paged.sort(), titles)
})

siteTest('a title search ignores case and treats wildcards literally', async (site) => {
  const alex = await newsEditor(site)
  const titles = [
    'Зимнее ОБНОВЛЕНИЕ',
    'Скидки 50%',
    'Скидки 500',
    'a_b!c',
    'aXb',
    'ＷＩＤＥ',
    'x\\y',
    "it's",
  ]
  for (const title of titles) await alex.written({ title, format: 'html' })

  const found: string[][] = []
  for (const query of [
    'обновление',
    'ЗИМ',
    '50%',
    '_',
    '!',
    'wide',
    '\\',
    '%%',
    ' axb ',
    'nothing',
    "t's",
    "' or 1=1 --",
  ]) {
    found.push(titlesOf(await alex.list({ query })))
  }

  const [winter = '', sale = '', , under = '', axb = '', wide = '', slash = '', its = ''] = titles
  const expected = [
    [winter],
    [winter],
    [sale],
    [under],
    [under],
    [wide],
    [slash],
    [],
    [axb],
    [],
    [its],
    [],
  ]
  assert.deepEqual(found, expected)
})

siteTest('a search for news continues across pages', async (site) => {
  const alex = await newsEditor(site)
  for (const [index, title] of ['yes', 'no', 'yes', 'yes', 'no', 'yes'].entries()) {
    await alex.written({ title, publishedAt: index < 3 ? null : isoInstant(site.now() + index) })
  }

  const paged = await titlesPageByPage(alex.list, { limit: '1', query: 'yes' })

  assert.deepEqual(paged, ['yes', 'yes', 'yes', 'yes'])
})

sqliteTest('a malformed request for the news list is refused with the reason', async (site) => {
  const alex = await newsEditor(site)
  const wrong = {
    limit: ['0', '-1', '1.5', '1e2', 'ten', '', ' 5', '0x10'],
    cursor: ['', 'garbage', 'bnVsbA', 'WzEsMl0', 'x'.repeat(3000)],
    query: ['x'.repeat(201), 'a\u0000b'],
  }

  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { status, body } = await alex.list({ [field]: value })
      const fields = body.fields?.map((fault: { field: string }) => fault.field)
      assert.deepEqual([status, body.error, fields], [400, 'request.invalid', [field]], value)
    }
  }
  const most = await alex.list({ limit: '5000' })
  assert.equal(most.status, 200)
})

function titlesOf(reply: Reply): string[] {
  return reply.body.items.map((item: { title: string }) => item.title)
}

type List = (query: Record<string, string>) => Promise<Reply>

async function titlesPageByPage(list: List, query: { limit: string; query?: string }) {
  const titles: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const reply = await list({ ...query, ...(cursor !== undefined && { cursor }) })
    assert.ok(reply.body.items.length <= Number(query.limit))
    titles.push(...titlesOf(reply))
    cursor = reply.body.next
  }
  return titles
}

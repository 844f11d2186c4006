import assert from 'node:assert/strict'
import { listPublishedNews } from '../../../src/content/news/list-news.ts'
import { isoInstant, MINUTE } from '../../../src/platform/clock.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor, newsTraces } from './news-editor.ts'

const NOON = '2030-01-01T12:00:00.000Z'

sqliteTest('Markdown news is rendered for the site and for launchers', async (site) => {
  const alex = await newsEditor(site)

  const created = await alex.create({
    title: '**Season** two',
    body: '# Hello\n\n- [rules](/rules)\n- <b onclick="x()">now</b>',
    publishedAt: '2030-01-02T12:00Z',
    tag: ' Update ',
    link: 'https://example.org/two',
    banner: '/banner.png',
  })

  const { id, ...rest } = created.body
  const rules = '<a href="http://localhost:8080/rules" rel="noopener nofollow">rules</a>'
  assert.deepEqual(rest, {
    title: 'Season two',
    body: '# Hello\n\n- [rules](/rules)\n- <b onclick="x()">now</b>',
    format: 'markdown',
    html: `<h1>Hello</h1>\n<ul>\n<li>${rules}</li>\n<li><b>now</b></li>\n</ul>`,
    text: 'Hello\n\n• rules (http://localhost:8080/rules)\n• now',
    tag: 'Update',
    link: 'https://example.org/two',
    banner: '/banner.png',
    publishedAt: '2030-01-02T12:00:00.000Z',
    createdAt: NOON,
    updatedAt: NOON,
    author: alex.id,
  })
  assert.deepEqual((await alex.show(id)).body, created.body)
  assert.deepEqual((await alex.list()).body, { items: [created.body], next: null })
})

sqliteTest('news is published immediately unless its author makes it a draft', async (site) => {
  const alex = await newsEditor(site)

  const atOnce = await alex.written({ format: 'html', body: '<p>A</p>' })
  const draft = await alex.written({ publishedAt: null, tag: '', link: null })

  const { publishedAt, format, text, tag, link, banner } = atOnce
  assert.deepEqual([publishedAt, format, text], [NOON, 'html', 'A'])
  assert.deepEqual([tag, link, banner], [null, null, null])
  assert.deepEqual([draft.publishedAt, draft.tag, draft.link], [null, null, null])
})

sqliteTest('managing news requires the permission to edit news', async (site) => {
  const alex = await newsEditor(site)
  const { id } = await alex.written()
  const steve = await site.player('Steve')
  const calls = [
    ['GET', '/admin/news'],
    ['POST', '/admin/news'],
    ['GET', `/admin/news/${id}`],
    ['PATCH', `/admin/news/${id}`],
    ['DELETE', `/admin/news/${id}`],
  ] as const

  const outcomes: string[][] = []
  for (const headers of [{}, bearer(steve.accessToken)]) {
    const replies = calls.map(([method, path]) => site.browser().send(method, path, {}, headers))
    outcomes.push((await Promise.all(replies)).map(outcome))
  }

  assert.deepEqual(outcomes, [
    calls.map(() => '401 auth.unauthorized'),
    calls.map(() => '403 auth.forbidden'),
  ])
  assert.equal((await alex.list()).body.items.length, 1)
})

sqliteTest('a change of a news item affects only the given fields', async (site) => {
  const alex = await newsEditor(site)
  const news = await alex.written({ tag: 'Old', link: '/old', banner: '/old.png' })
  site.wait(MINUTE)
  const updatedAt = isoInstant(site.now())

  const title = await alex.change(news.id, { title: '<i>New</i> _title_' })
  const tag = await alex.change(news.id, { tag: null })
  const body = await alex.change(news.id, { body: '<b>*x*</b>' })
  const format = await alex.change(news.id, { format: 'html' })
  const draft = await alex.change(news.id, { publishedAt: null })

  const later = (ms: number) => isoInstant(site.now() + ms)
  const one = { ...news, title: 'New title', updatedAt }
  const two = { ...one, tag: null, updatedAt: later(1) }
  const html = '<p><b><em>x</em></b></p>'
  const three = { ...two, body: '<b>*x*</b>', html, text: 'x', updatedAt: later(2) }
  const four = { ...three, format: 'html', html: '<b>*x*</b>', text: '*x*', updatedAt: later(3) }
  const five = { ...four, publishedAt: null, updatedAt: later(4) }
  const replies = [title, tag, body, format, draft].map((reply) => reply.body)
  assert.deepEqual(replies, [one, two, three, four, five])
  assert.deepEqual((await alex.show(news.id)).body, five)
})

sqliteTest('a change of a news item that changes nothing is not audited', async (site) => {
  const alex = await newsEditor(site)
  const news = await alex.written({ tag: 'Update' })
  site.wait(MINUTE)

  const nothing = await alex.change(news.id, {})
  const same = await alex.change(news.id, { tag: 'Update', title: news.title, publishedAt: NOON })

  assert.deepEqual([nothing.body, same.body], [news, news])
  assert.deepEqual(await newsTraces(site, 'news.changed'), [])
})

sqliteTest('a refused news item names every invalid field', async (site) => {
  const alex = await newsEditor(site)
  const news = await alex.written()
  const wrong: Record<string, unknown[]> = {
    publishedAt: ['tomorrow', '2030-02-30T00:00:00Z', '2030-01-01T12:00:00', 12, ''],
    link: [
      ...['javascript:alert(1)', 'example.org', '//example.org', '/\\example.org', 'ftp://a.b'],
      ...[
        'https:\\\\a.example',
        'https://a.example\\@b.example',
        '/rules\\',
        '/a\u0001b',
        '/a\u0085b',
      ],
      ...[
        'https://bank.example@evil.example/',
        'https://:b@evil.example',
        'https://a.example/\u007f',
      ],
    ],
    banner: [
      'https://u:p@a.example/x.png',
      'data:image/png;base64,AA',
      'https://',
      'https://a.example/b c',
      `/${'x'.repeat(2048)}`,
    ],
    title: ['', '<br>', '<script>x</script>', 'x'.repeat(201), 'a\u0000b', null, 1],
    body: ['a\u0000b', null, ['x']],
    format: ['bbcode', '', 1],
    tag: ['x'.repeat(41), 7],
  }

  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const given = { title: 'A', body: 'B', [field]: value }
      for (const reply of [
        await alex.create(given),
        await alex.change(news.id, { [field]: value }),
      ]) {
        const fields = reply.body.fields?.map((fault: { field: string }) => fault.field)
        assert.deepEqual([outcome(reply), fields], ['400 request.invalid', [field]], String(value))
      }
    }
  }
  assert.deepEqual((await alex.list()).body.items, [news])
})

sqliteTest('the faults of a news item are reported in the author’s language', async (site) => {
  const alex = await newsEditor(site)
  const body = { title: 'A', body: 'B', link: 'x', banner: 'y', publishedAt: 'z' }
  const headers = { ...bearer(alex.accessToken), 'accept-language': 'ru' }

  const reply = await alex.browser.post('/admin/news', body, headers)

  const url = 'Это не адрес (https://…) и не путь на этом сайте (/…).'
  assert.deepEqual(reply.body.fields, [
    { field: 'publishedAt', message: 'Укажите время в виде 2030-01-01T12:00:00Z.' },
    { field: 'link', message: url },
    { field: 'banner', message: url },
  ])
})

siteTest('deleted news is no longer returned to editors or launchers', async (site) => {
  const alex = await newsEditor(site)
  const news = await alex.written()

  const deleted = await alex.delete(news.id)
  const again = [
    await alex.delete(news.id),
    await alex.show(news.id),
    await alex.change(news.id, {}),
  ]
  const strange = await Promise.all(['x', '%00', '%F0%9F%98%80', 'x'.repeat(900)].map(alex.show))

  assert.equal(outcome(deleted), '204')
  const others = [...again, ...strange].map(outcome)
  assert.deepEqual(others, Array(7).fill('404 news.notfound'))
  assert.deepEqual(await listPublishedNews(site.app, { limit: 20, now: site.now() }), [])
})

sqliteTest('news is audited without its full text', async (site) => {
  const alex = await newsEditor(site)
  const news = await alex.written({ body: 'secret text' })
  site.wait(MINUTE)

  await alex.change(news.id, { title: 'Season 2', body: 'other', publishedAt: null, tag: 'T' })
  site.wait(MINUTE)
  await alex.delete(news.id)

  const trail = await newsTraces(site, 'news.created', 'news.changed', 'news.deleted')
  const by = { actor: alex.id, target: news.id, ip: '127.0.0.1' }
  const first = { title: 'Season two', publishedAt: NOON }
  const last = { title: 'Season 2', publishedAt: null }
  const before = { title: first.title, body: '11 characters', tag: null, publishedAt: NOON }
  const after = { title: last.title, body: '5 characters', tag: 'T', publishedAt: null }
  assert.deepEqual(trail, [
    { action: 'news.created', ...by, before: null, after: first },
    { action: 'news.changed', ...by, before, after },
    { action: 'news.deleted', ...by, before: last, after: null },
  ])
})

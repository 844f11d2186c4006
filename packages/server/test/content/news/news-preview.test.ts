import assert from 'node:assert/strict'
import { outcome } from '../../support/browser.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor, newsTraces } from './news-editor.ts'

sqliteTest('a news preview shows exactly what the stored item shows', async (site) => {
  const alex = await newsEditor(site)
  const written = [
    { title: '**Season** two', body: '# Hello\n\n- [rules](/rules) <script>x</script>' },
    { title: '<b>Season</b>', body: '<p onclick="x">It begins</p>', format: 'html' },
  ]

  for (const item of written) {
    const preview = await alex.preview(item)
    const { title, html, text } = await alex.written(item)

    assert.deepEqual([preview.status, preview.body], [200, { title, html, text }])
  }
  assert.equal((await newsTraces(site, 'news.created')).length, written.length)
})

sqliteTest('a news item can be previewed without a title', async (site) => {
  const alex = await newsEditor(site)

  const replies = [
    await alex.preview({ title: '', body: '' }),
    await alex.preview({ title: '**', body: 'a' }),
  ]

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.html]),
    [
      [200, ''],
      [200, '<p>a</p>'],
    ],
  )
})

sqliteTest('a preview requires the permission to edit news', async (site) => {
  const steve = await site.player('Steve')
  const headers = { authorization: `Bearer ${steve.accessToken}` }

  const reply = await steve.browser.send(
    'POST',
    '/admin/news-preview',
    { title: '', body: '' },
    headers,
  )

  assert.equal(outcome(reply), '403 auth.forbidden')
})

sqliteTest('publishedAt “now” publishes a news item at the server’s time', async (site) => {
  const alex = await newsEditor(site)
  const draft = await alex.written({ publishedAt: null })
  const hidden = await site.browser().get(`/public/news/${draft.id}`)
  site.wait(1000)

  const published = await alex.change(draft.id, { publishedAt: 'now' })
  const shown = await site.browser().get(`/public/news/${draft.id}`)

  assert.deepEqual([hidden, shown].map(outcome), ['404 news.notfound', '200'])
  assert.equal(published.body.publishedAt, new Date(site.now()).toISOString())
})

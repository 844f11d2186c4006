import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../../src/platform/clock.ts'
import { newsEditor } from '../../content/news/news-editor.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openLauncher } from './launcher-server.ts'

sqliteTest('launchers get published news as plain text, newest first', async (site) => {
  const editor = await newsEditor(site)
  const launcher = await openLauncher(site)
  const rich = {
    title: '**Season** two',
    body: 'It *begins*: [join](https://example.org/join)',
  }
  const { id } = await editor.written({ ...rich, tag: 'Update' })
  await editor.written({ title: 'Draft', publishedAt: null })
  await editor.written({ title: 'Later', publishedAt: isoInstant(site.now() + DAY) })

  const reply = await launcher.news()

  assert.deepEqual(reply.body, {
    items: [
      {
        id,
        title: 'Season two',
        body: 'It begins: join (https://example.org/join)',
        publishedAt: isoInstant(site.now()),
        tag: 'Update',
        link: `http://localhost:8080/news/${id}`,
      },
    ],
  })
})

siteTest(
  'a list of news for launchers has twenty items by default and at most 100',
  async (site) => {
    await publish(site, 105)
    const launcher = await openLauncher(site)
    const counts: Record<string, number> = {
      '': 20,
      1: 1,
      10: 10,
      100: 100,
      101: 100,
      9999999999: 100,
    }

    const seen: Record<string, number> = {}
    for (const limit of Object.keys(counts)) {
      seen[limit] = (await launcher.news(limit ? { limit } : {})).body.items.length
    }
    const [first, second] = (await launcher.news({ limit: '2' })).body.items

    assert.deepEqual(seen, counts)
    assert.deepEqual([first.title, second.title], ['News 104', 'News 103'])
  },
)

sqliteTest('a list of news with an invalid limit is refused', async (site) => {
  const launcher = await openLauncher(site)
  const wrong = ['', '0', '-1', '1.5', '1e1', 'ten', '0x10', ' 5', '٣', 'NaN', 'null']

  const replies: Reply[] = []
  for (const limit of wrong) replies.push(await launcher.news({ limit }))
  const twice = await launcher.send('GET', 'news?limit=1&limit=2')

  assert.deepEqual(tally(replies), { '400 request.invalid': wrong.length })
  assert.equal(outcome(twice), '400 request.invalid')
})

sqliteTest('a site without news returns an empty list', async (site) => {
  const launcher = await openLauncher(site)

  const reply = await launcher.news()

  assert.deepEqual([reply.status, reply.body], [200, { items: [] }])
})

/** Creates `count` items, one a second; the last is published now. */
async function publish(site: Site, count: number): Promise<void> {
  const text = {
    body: '',
    format: 'markdown',
    html: '',
    plain_text: '',
    summary: '',
    author: 'command',
  }
  const rows = Array.from({ length: count }, (_, n) => ({
    ...text,
    id: `news-${n}`,
    title: `News ${n}`,
    title_key: `news ${n}`,
    created_at: site.now(),
    updated_at: site.now(),
    published_at: site.now() - (count - n) * 1000,
  }))
  await site.app.db.insertInto('news').values(rows).execute()
}

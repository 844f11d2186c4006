import assert from 'node:assert/strict'
import { findNews, replaceNews } from '../../../src/content/news/news-store.ts'
import { bearer, tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor, newsTraces } from './news-editor.ts'

siteTest(
  'only one of several concurrent deletions of a news item succeeds',
  async (site) => {
    const alex = await newsEditor(site)
    const { id } = await alex.written()
    const headers = bearer(alex.accessToken)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        site.browser({ instance: index % 2 }).delete(`/admin/news/${id}`, headers),
      ),
    )

    assert.deepEqual(tally(replies), { 204: 1, '404 news.notfound': 19 })
    assert.equal((await newsTraces(site, 'news.deleted')).length, 1)
  },
  { instances: 2 },
)

siteTest(
  'concurrent changes of a news item all take effect',
  async (site) => {
    const alex = await newsEditor(site)
    const { id } = await alex.written({ tag: 'tag 0' })
    const changes = [
      { title: 'New' },
      { body: 'new' },
      { format: 'html' },
      { link: '/new' },
      { banner: '/new.png' },
      { translation: { locale: 'ru', title: 'Новое', body: 'новое' } },
      ...Array.from({ length: 10 }, (_, index) => ({ tag: `tag ${index + 1}` })),
    ]

    const replies = await Promise.all(
      changes.map((change, index) =>
        site
          .browser({ instance: index % 2 })
          .send('PATCH', `/admin/news/${id}`, change, bearer(alex.accessToken)),
      ),
    )

    assert.deepEqual(tally(replies), { 200: changes.length })
    const { title, text, format, link, banner, tag, translation } = (await alex.show(id)).body
    const rest = { title: 'New', text: 'new', format: 'html', link: '/new', banner: '/new.png' }
    assert.deepEqual({ title, text, format, link, banner }, rest)
    assert.deepEqual([translation.title, translation.html], ['Новое', 'новое'])
    assert.deepEqual(await tagsInTurn(site), tag)
  },
  { instances: 2 },
)

sqliteTest('a news item changed since it was read is not overwritten', async (site) => {
  const alex = await newsEditor(site)
  const { id } = await alex.written({ tag: 'old' })
  const { db } = site.app
  const old = await findNews(db, id)
  assert.ok(old)
  const first = { ...old, tag: 'first', updatedAt: old.updatedAt + 1 }
  const second = { ...old, title: 'second', updatedAt: old.updatedAt + 1 }

  const written = [
    await replaceNews(db, { old, next: first }),
    await replaceNews(db, { old, next: second }),
    await replaceNews(db, { old: { ...first, id: 'unknown' }, next: { ...first, id: 'unknown' } }),
  ]

  assert.deepEqual(written, [true, false, false])
  assert.deepEqual(await findNews(db, id), first)
})

/**
 * Follows the audited changes of the tag from one to the next. Returns the last tag; if no change continues a tag, that
 * tag with the remaining changes.
 */
async function tagsInTurn(site: Site): Promise<unknown> {
  const steps = (await newsTraces(site, 'news.changed')).filter(({ after }) => 'tag' in after)
  let tag: unknown = 'tag 0'
  for (let left = steps; left.length > 0; ) {
    const next = left.find(({ before }) => before.tag === tag)
    if (!next) return { tag, left }
    tag = next.after.tag
    left = left.filter((step) => step !== next)
  }
  return tag
}

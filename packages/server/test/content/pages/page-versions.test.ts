import assert from 'node:assert/strict'
import { isoInstant, MINUTE } from '../../../src/platform/clock.ts'
import { outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsTraces } from '../news/news-editor.ts'
import { pngFile, uploaded } from '../pictures/picture-files.ts'
import { pageEditor } from './page-editor.ts'

sqliteTest('every save of a page stores the previous texts with author and time', async (site) => {
  const alex = await pageEditor(site)
  const efe = await pageEditor(site, 'Efe')
  const { id, createdAt } = await alex.written()
  site.wait(MINUTE)
  await efe.change(id, { version: 1, bodyEn: 'Be *very* kind.', titleEn: 'Laws' })
  const second = isoInstant(site.now())
  site.wait(MINUTE)
  await alex.change(id, { version: 2, bodyEn: 'Be.' })

  const { body } = await alex.versions(id)
  const former = await alex.version(id, 2)

  const of = (player: { id: string; username: string }) => ({
    author: player.id,
    authorName: player.username,
  })
  const laws = { version: 2, ...of(efe), savedAt: second, titleEn: 'Laws', titleRu: '' }
  const rules = { version: 1, ...of(alex), savedAt: createdAt, titleEn: 'Rules', titleRu: '' }
  assert.deepEqual(body.items, [laws, rules])
  assert.deepEqual(former.body, {
    ...laws,
    bodyEn: 'Be *very* kind.',
    bodyRu: '',
    htmlEn: '<p>Be <em>very</em> kind.</p>',
    htmlRu: '',
  })
})

siteTest('only the newest fifty former versions of a page are kept', async (site) => {
  const alex = await pageEditor(site)
  const { id } = await alex.written()
  for (let version = 1; version <= 52; version += 1) {
    await alex.change(id, { version, bodyEn: `Text ${version}` })
  }

  const { body } = await alex.versions(id)

  const numbers = body.items.map(({ version }: { version: number }) => version)
  assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [50, 52, 3])
  assert.equal(outcome(await alex.version(id, 2)), '404 page.notfound')
  assert.equal(outcome(await alex.version(id, 'x')), '404 page.notfound')
})

sqliteTest('saving a page without changed texts stores no version', async (site) => {
  const alex = await pageEditor(site)
  const page = await alex.written()

  const moved = await alex.change(page.id, { version: 1, place: 'menu' })
  const same = await alex.change(page.id, { version: 2, place: 'menu', bodyEn: page.bodyEn })

  assert.deepEqual([moved.body.version, same.body], [2, moved.body])
  assert.deepEqual((await alex.versions(page.id)).body.items, [])
  const traces = await newsTraces(site, 'page.changed')
  assert.deepEqual(
    traces.map(({ before, after }) => [before, after]),
    [[{ place: 'none' }, { place: 'menu' }]],
  )
})

sqliteTest('saving an outdated page version returns 409 and keeps the newer text', async (site) => {
  const alex = await pageEditor(site)
  const efe = await pageEditor(site, 'Efe')
  const { id } = await alex.written()

  const first = await alex.change(id, { version: 1, bodyEn: 'By Alex.' })
  const second = await efe.change(id, { version: 1, bodyEn: 'By Efe.' })
  const now = await efe.show(id)
  const over = await efe.change(id, { version: now.body.version, bodyEn: 'By Efe.' })

  assert.deepEqual([first.status, outcome(second)], [200, '409 page.changed'])
  assert.deepEqual([now.body.bodyEn, now.body.authorName], ['By Alex.', 'Alex'])
  assert.deepEqual([over.body.bodyEn, over.body.version], ['By Efe.', 3])
  assert.equal((await alex.version(id, 2)).body.bodyEn, 'By Alex.')
})

siteTest('only one of several concurrent saves of a page succeeds', async (site) => {
  const alex = await pageEditor(site)
  const { id } = await alex.written()
  const texts = Array.from({ length: 20 }, (_, number) => `Text ${number}`)

  const replies = await Promise.all(texts.map((bodyEn) => alex.change(id, { version: 1, bodyEn })))

  const saved = replies.filter(({ status }) => status === 200)
  const refused = new Set(replies.filter(({ status }) => status !== 200).map(outcome))
  assert.deepEqual([saved.length, [...refused]], [1, ['409 page.changed']])
  assert.deepEqual((await alex.show(id)).body.bodyEn, saved[0]?.body.bodyEn)
  assert.equal((await alex.versions(id)).body.items.length, 1)
})

siteTest(
  'only one of several pages created concurrently with one slug gets the slug',
  async (site) => {
    const alex = await pageEditor(site)
    const wishes = Array.from({ length: 12 }, () => ({ titleEn: 'Rules' }))

    const made = await Promise.all(wishes.map((page) => alex.create(page)))
    const named = await Promise.all(wishes.map((page) => alex.create({ ...page, slug: 'laws' })))

    const slugs = made.map(({ body }) => body.slug).sort()
    const numbers = Array.from({ length: 11 }, (_, number) => `rules-${number + 2}`)
    assert.deepEqual(slugs, ['rules', ...numbers].sort())
    assert.deepEqual(named.map(outcome).sort(), ['200', ...Array(11).fill('409 page.taken')])
  },
)

siteTest(
  'after concurrent reorderings, the pages have the order that one of the requests sent',
  async (site) => {
    const alex = await pageEditor(site)
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) ids.push((await alex.written()).id)
    const orders = [ids, ids.toReversed(), ids, ids.toReversed(), ids.toReversed()]

    const replies = await Promise.all(orders.map((order) => alex.order(order)))

    const { items } = (await alex.list()).body
    const now = items.map(({ id }: { id: string }) => id).join()
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [204])
    assert.ok([ids.join(), ids.toReversed().join()].includes(now))
  },
)

siteTest('a picture is kept while a page or one of its versions refers to it', async (site) => {
  const alex = await pageEditor(site)
  const url = await uploaded(alex, pngFile())
  const { id } = await alex.written({ bodyEn: `![a](${url})` })
  const released = async () => {
    const row = await site.app.db
      .selectFrom('picture')
      .select('released_at')
      .executeTakeFirstOrThrow()
    return row.released_at !== null
  }

  const shown = await released()
  await alex.change(id, { version: 1, bodyEn: 'No picture.' })
  const former = await released()
  const restored = await alex.change(id, { version: 2, bodyEn: `![a](${url})` })
  await alex.delete(id)
  const deleted = await released()
  const unknown = await alex.create({
    titleEn: 'A',
    bodyEn: `![a](/pictures/${'0'.repeat(64)}.webp)`,
  })

  assert.deepEqual([shown, former, restored.status, deleted], [false, false, 200, true])
  assert.deepEqual(
    unknown.body.fields.map(({ field }: { field: string }) => field),
    ['bodyEn'],
  )
})

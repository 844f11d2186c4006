import assert from 'node:assert/strict'
import { SECOND } from '../../../src/platform/clock.ts'
import { outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { pageEditor } from './page-editor.ts'

siteTest('menus link to published pages in the editor’s order', async (site) => {
  const alex = await pageEditor(site)
  const rules = await alex.written({ titleRu: 'Правила', place: 'menu' })
  const privacy = await alex.written({ titleEn: '', titleRu: 'Данные', bodyEn: '', place: 'both' })
  const start = await alex.written({ titleEn: 'Start', place: 'footer' })
  await alex.written({ titleEn: 'Nowhere' })

  const before = await site.browser().get('/config')
  const ordered = await alex.order([start.id, privacy.id])
  const after = await site.browser().get('/config')
  const unknown = await alex.order([start.id, 'nobody'])

  const links = [
    { slug: 'rules', title: { en: 'Rules', ru: 'Правила' }, place: 'menu' },
    { slug: 'dannye', title: { en: 'Данные', ru: 'Данные' }, place: 'both' },
    { slug: 'start', title: { en: 'Start', ru: 'Start' }, place: 'footer' },
  ]
  assert.deepEqual(before.body.pages, links)
  assert.deepEqual([ordered.status, outcome(unknown)], [204, '404 page.notfound'])
  assert.deepEqual(after.body.pages, [links[2], links[1], links[0]])
  assert.equal(rules.slug, 'rules')
  const [trace] = await newsTracesOfOrder(site)
  assert.deepEqual(trace, ['rules, dannye, start, nowhere', 'start, dannye, rules, nowhere'])
})

async function newsTracesOfOrder(site: Parameters<typeof pageEditor>[0]) {
  const rows = await site.app.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'page.ordered')
    .execute()
  return rows.map(({ before, after }) => [before, after])
}

siteTest(
  'a new page appears in the menus of another instance within two seconds',
  async (site) => {
    const alex = await pageEditor(site)
    const elsewhere = site.browser({ instance: 1 })
    await elsewhere.get('/config')
    await alex.written({ place: 'menu' })

    const before = await elsewhere.get('/config')
    site.wait(2 * SECOND)
    const after = await elsewhere.get('/config')

    assert.deepEqual([before.body.pages.length, after.body.pages.length], [0, 1])
  },
  { instances: 2 },
)

sqliteTest('a page gets a unique slug from its title', async (site) => {
  const alex = await pageEditor(site)

  const first = await alex.written()
  const second = await alex.written()
  const signs = await alex.written({ titleEn: '!' })
  const taken = await alex.create({ titleEn: 'Other', slug: 'rules' })
  const moved = await alex.change(second.id, { version: 1, slug: 'rules' })
  const wrong = await alex.create({ titleEn: 'Other', slug: '../login' })
  const emptied = await alex.change(second.id, { version: 1, slug: '', titleEn: 'Laws' })

  assert.deepEqual([first.slug, second.slug, signs.slug], ['rules', 'rules-2', 'page'])
  assert.deepEqual([taken, moved].map(outcome), ['409 page.taken', '409 page.taken'])
  assert.deepEqual(
    wrong.body.fields.map(({ field }: { field: string }) => field),
    ['slug'],
  )
  assert.equal(emptied.body.slug, 'laws')
})

import assert from 'node:assert/strict'
import { outcome, tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { pageEditor } from './page-editor.ts'

const GONE = `/pictures/${'0'.repeat(64)}.webp`

siteTest(
  'a page with a missing picture in an HTML comment can be saved and restored',
  async (site) => {
    const alex = await pageEditor(site)
    const { id } = await alex.written({ bodyEn: `<!-- ${GONE} -->\n\nBe kind.` })

    const saved = await alex.change(id, { version: 1, bodyEn: 'Be very kind.' })
    const restored = await alex.change(id, { version: 2, bodyEn: (await former(1)).bodyEn })

    async function former(version: number) {
      return (await alex.version(id, version)).body
    }
    assert.deepEqual([saved, restored].map(outcome), ['200', '200'])
    assert.deepEqual((await former(2)).bodyEn, 'Be very kind.')
  },
)

siteTest('concurrent requests cannot create more than a hundred pages', async (site) => {
  const alex = await pageEditor(site)
  for (let number = 0; number < 97; number += 1) await alex.written({ slug: `page-${number}` })

  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, number) => alex.create({ titleEn: `More ${number}` })),
  )

  assert.deepEqual(tally(replies), { 200: 3, '409 page.toomany': 9 })
  assert.equal((await alex.list()).body.items.length, 100)
})

sqliteTest('clearing the slug of a page derives a unique one from the title', async (site) => {
  const alex = await pageEditor(site)
  await alex.written()
  const laws = await alex.written({ titleEn: 'Laws', slug: 'laws' })

  const emptied = await alex.change(laws.id, { version: 1, titleEn: 'Rules', slug: '' })
  const again = await alex.change(laws.id, { version: 2, slug: '' })
  const taken = await alex.change(laws.id, { version: 2, slug: 'rules' })

  assert.deepEqual(
    [emptied.body.slug, again.body.slug, again.body.version],
    ['rules-2', 'rules-2', 2],
  )
  assert.equal(outcome(taken), '409 page.taken')
})

siteTest('a version of an unknown page returns 404', async (site) => {
  const alex = await pageEditor(site)

  const replies = await Promise.all(['%00', 'a%00b', '%ff', 'x'].map((id) => alex.version(id, 1)))

  assert.deepEqual(tally(replies), { '404 page.notfound': 3, '404 request.notfound': 1 })
})

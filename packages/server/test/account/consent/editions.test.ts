import assert from 'node:assert/strict'
import { join } from 'node:path'
import { isoInstant, MINUTE } from '../../../src/platform/clock.ts'
import { command, json } from '../../cli/command.ts'
import { backUp, contents, restore } from '../../operations/backup/backup-place.ts'
import { outcome } from '../../support/browser.ts'
import { newFolder, newPlace } from '../../support/server-process.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { consentClient, openRules, register } from './rules.ts'

siteTest(
  'the panel shows the text of each page version and its number of consents',
  async (site) => {
    const { owner, id, publish, change, editions } = await openRules(site, { titleRu: 'Правила' })
    const first = isoInstant(site.now())
    await register(site, 'Steve', { agreed: [{ page: id, edition: 1 }] })
    await register(site, 'Alex', { agreed: [{ page: id, edition: 1 }] })
    await change({ bodyEn: 'Be kind, all of you.' })
    site.wait(MINUTE)
    await publish('Be *very* kind.')
    await register(site, 'Efe', { agreed: [{ page: id, edition: 2 }] })

    const { body } = await editions()
    const texts = [
      await owner.get(`/admin/pages/${id}/editions/1`),
      await owner.get(`/admin/pages/${id}/editions/2`),
      await owner.get(`/admin/pages/${id}/editions/3`),
      await owner.get(`/admin/pages/${id}/editions/x`),
    ]

    const by = { author: owner.id, authorName: 'Owner', titleEn: 'Rules', titleRu: 'Правила' }
    const second = isoInstant(site.now())
    assert.deepEqual(body, {
      items: [
        { edition: 2, publishedAt: second, ...by, agreed: 1 },
        { edition: 1, publishedAt: first, ...by, agreed: 2 },
      ],
      waiting: 2,
    })
    assert.deepEqual(texts.map(outcome), ['200', '200', '404 page.notfound', '404 page.notfound'])
    assert.deepEqual(
      texts.slice(0, 2).map(({ body: { bodyEn, htmlEn } }) => [bodyEn, htmlEn]),
      [
        ['Be kind.', '<p>Be kind.</p>'],
        ['Be *very* kind.', '<p>Be <em>very</em> kind.</p>'],
      ],
    )
  },
)

sqliteTest('publishing a page that requires consent creates its first version', async (site) => {
  const steve = consentClient(site, await site.player('Steve'))
  const { change, page } = await openRules(site, { published: false })

  const early = await change({ newEdition: true })
  const drafted = await steve.goOn()
  const published = await change({ published: true, bodyEn: 'At last.' })
  const asks = await steve.goOn()

  assert.deepEqual([page.mustAgree, page.edition], [true, 0])
  assert.equal(outcome(early), '400 request.invalid')
  assert.equal(early.body.fields[0].field, 'newEdition')
  assert.deepEqual([drafted, asks].map(outcome), ['200', '403 auth.consentrequired'])
  assert.equal(published.body.edition, 1)
})

sqliteTest('a page with consents cannot be deleted', async (site) => {
  const { id, delete: remove, change } = await openRules(site)
  await register(site, 'Steve', { agreed: [{ page: id, edition: 1 }] })

  const refused = await remove()
  await change({ published: false, mustAgree: false })
  const still = await remove()
  await site.app.db.deleteFrom('consent').execute()
  const done = await remove()

  assert.deepEqual([refused, still, done].map(outcome), [
    '409 page.agreed',
    '409 page.agreed',
    '204',
  ])
  const left = await site.app.db.selectFrom('page_edition').selectAll().execute()
  assert.deepEqual(left, [])
})

sqliteTest('commands list the consents to each page and the consents of a player', async (site) => {
  const { owner, id, publish } = await openRules(site)
  const steve = await register(site, 'Steve', { agreed: [{ page: id, edition: 1 }] })
  await publish()
  await register(site, 'Alex', { agreed: [{ page: id, edition: 2 }] })

  const list = await json(site, ['consent', 'list'])
  const shown = await json(site, ['consent', 'show', 'steve'])
  const nobody = await command(site, ['consent', 'show', 'nobody'])

  const inPanel = await owner.get(`/admin/players/${steve.body.user.uuid}/consents`)
  assert.deepEqual(list, [{ page: 'rules', version: 2, agreed: 1, waiting: 1 }])
  assert.deepEqual(shown, inPanel.body)
  assert.deepEqual([shown.owes, shown.items.length, nobody.code], [true, 1, 1])
})

siteTest('consents survive a backup and restore to another database', async (site) => {
  using folder = newFolder()
  await using place = await newPlace(site.database === 'SQLite' ? 'PostgreSQL' : 'SQLite')
  const { id, publish } = await openRules(site)
  await register(site, 'Steve', { agreed: [{ page: id, edition: 1 }], age_at_least: 20 })
  await publish()
  const file = join(folder.path, 'backup')
  const before = await contents(site.env)

  await backUp(site.env, file)
  const restored = await restore(place.env, file)

  assert.equal(restored.code, 0, restored.stderr)
  const after = await contents(place.env)
  const ours = (line: string): boolean => /^(consent|page_edition|page_demand) /.test(line)
  assert.deepEqual(after.filter(ours), before.filter(ours))
  assert.equal(before.filter(ours).length, 4)
})

import assert from 'node:assert/strict'
import { supportsAutocommit } from '../../../src/database/compiled-query.ts'
import { isoInstant } from '../../../src/platform/clock.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from './news-editor.ts'

/** Columns that can have 100,000 characters. */
const LONG = /plain_text|"html"|"body"/

/** Returns the statements of `work` that read a column of `LONG`. */
async function longReads(site: Site, work: () => Promise<unknown>): Promise<string[]> {
  const { adapter } = site.app.db.getExecutor()
  assert.ok(supportsAutocommit(adapter))
  const { runAlone } = adapter
  const statements: string[] = []
  adapter.runAlone = (statement) => {
    statements.push(statement.sql)
    return runAlone.call(adapter, statement)
  }
  await work()
  adapter.runAlone = runAlone
  return statements.filter((sql) => LONG.test(sql))
}

sqliteTest('the news list for visitors reads summaries instead of whole texts', async (site) => {
  const editor = await newsEditor(site)
  await editor.written({ title: 'Long', body: 'word '.repeat(5000) })

  let summary = ''
  const reads = await longReads(site, async () => {
    const { body } = await site.browser().get('/public/news?limit=100')
    summary = body.items[0].summary
  })

  assert.match(summary, /^(word )+word…$/)
  assert.deepEqual(reads, [])
})

sqliteTest('the news list for launchers is cached until an item changes', async (site) => {
  const editor = await newsEditor(site)
  const { id } = await editor.written({ title: 'One', body: 'First' })
  const launcher = await openLauncher(site)
  const bodies: string[] = []
  const ask = async () => {
    for (const { body } of (await launcher.news()).body.items) bodies.push(body)
  }

  const reads = [await longReads(site, ask), await longReads(site, ask)]
  await editor.change(id, { body: 'Second' })
  reads.push(await longReads(site, ask), await longReads(site, ask))

  assert.deepEqual(
    reads.map(({ length }) => length),
    [1, 0, 1, 0],
  )
  assert.deepEqual(bodies, ['First', 'First', 'Second', 'Second'])
})

siteTest(
  'launchers see changes of news immediately on every instance',
  async (site) => {
    const editor = await newsEditor(site)
    const launchers = await Promise.all([0, 1].map((instance) => openLauncher(site, { instance })))
    const titles = async () =>
      Promise.all(
        launchers.map(async (launcher) =>
          (await launcher.news()).body.items.map(({ title }: { title: string }) => title).join(),
        ),
      )

    const seen = [await titles()]
    const one = await editor.written({ title: 'One' })
    seen.push(await titles())
    await editor.change(one.id, { title: 'Two' })
    seen.push(await titles())
    await editor.written({ title: 'Three', publishedAt: isoInstant(site.now() + 5000) })
    seen.push(await titles())
    site.wait(5000)
    seen.push(await titles())
    await editor.delete(one.id)
    seen.push(await titles())

    assert.deepEqual(
      seen,
      ['', 'One', 'Two', 'Two', 'Three,Two', 'Three'].map((list) => [list, list]),
    )
  },
  { instances: 2 },
)

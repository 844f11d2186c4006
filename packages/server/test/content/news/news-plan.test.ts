import assert from 'node:assert/strict'
import { CompiledQuery, type KyselyPlugin } from 'kysely'
import {
  listDated,
  listDrafts,
  listHeadlines,
  listPublished,
} from '../../../src/content/news/news-store.ts'
import { type Statement, supportsAutocommit } from '../../../src/database/compiled-query.ts'
import type { Db } from '../../../src/database/database.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from './news-editor.ts'

const INDEX = 'USING INDEX news_published_at_id_index'

sqliteTest('every query for a list of news uses its index without sorting', async (site) => {
  const alex = await newsEditor(site)
  const { id } = await alex.written()
  const { db } = site.app
  const page = { query: undefined, limit: 21 }
  const after = { at: site.now(), id }

  const plans = [
    await planOf(db, (on) => listHeadlines(on, { now: site.now(), limit: 20 })),
    await planOf(db, (on) => listHeadlines(on, { now: site.now(), limit: 20, after })),
    await planOf(db, (on) => listPublished(on, { now: site.now(), limit: 20 })),
    await planOf(db, (on) => listPublished(on, { now: site.now(), limit: 20, after })),
    await planOf(db, (on) => listDrafts(on, { ...page, afterId: undefined })),
    await planOf(db, (on) => listDrafts(on, { ...page, afterId: id })),
    await planOf(db, (on) => listDated(on, { ...page, after: undefined })),
    await planOf(db, (on) => listDated(on, { ...page, after })),
    await planOf(db, (on) => listDated(on, { ...page, query: 'x', after })),
  ]

  assert.deepEqual(plans, [
    [`SEARCH news ${INDEX} ((published_at,id)<(?,?))`],
    [`SEARCH news ${INDEX} ((published_at,id)<(?,?))`],
    [`SEARCH news ${INDEX} ((published_at,id)<(?,?))`],
    [`SEARCH news ${INDEX} ((published_at,id)<(?,?))`],
    [`SEARCH news ${INDEX} (published_at=?)`],
    [`SEARCH news ${INDEX} (published_at=? AND id<?)`],
    [`SEARCH news ${INDEX} (published_at>?)`],
    [`SEARCH news ${INDEX} (published_at>? AND (published_at,id)<(?,?))`],
    [`SEARCH news ${INDEX} (published_at>? AND (published_at,id)<(?,?))`],
  ])
})

/** Returns SQLite's plan of the only statement of `work`, also if it bypasses the Kysely plugin. */
async function planOf(db: Db, work: (on: Db) => Promise<unknown>): Promise<string[]> {
  const statements: Statement[] = []
  const record: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(db.getExecutor().compileQuery(node, { queryId: 'plan' }))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { adapter } = db.getExecutor()
  assert.ok(supportsAutocommit(adapter))
  const { runAlone } = adapter
  adapter.runAlone = (statement) => {
    statements.push(statement)
    return runAlone.call(adapter, statement)
  }
  await work(db.withPlugin(record))
  adapter.runAlone = runAlone

  const statement = statements.at(-1) // a compiled query is also recorded when it is compiled
  assert.ok(statement !== undefined)
  const { sql, parameters } = statement
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await db.executeQuery<{ detail: string }>(explain)
  return rows.map(({ detail }) => detail)
}

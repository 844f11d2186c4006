import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { compiledQuery, type Params } from '../../src/database/compiled-query.ts'
import type { Db } from '../../src/database/database.ts'
import { isOutage, violatedUniqueColumn } from '../../src/database/database-failure.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { bearer } from '../support/browser.ts'
import { newFolder } from '../support/server-process.ts'
import { openSite, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const insertSetting = compiledQuery((db, setting: Params<{ name: string; value: string }>) =>
  db.insertInto('setting').values({ name: setting.name, value: setting.value }),
)

const selectSetting = compiledQuery((db, { name }: Params<{ name: string }>) =>
  db.selectFrom('setting').select('value').where('name', '=', name),
)

/** Reads the names of the settings in alphabetical order. */
async function namesOf({ app }: Site): Promise<string[]> {
  const rows = await app.db
    .selectFrom('setting')
    .select('name')
    .where('name', 'not in', ['setup.finished', 'defaultLanguage', 'emailConfirmation']) // of every test site
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

siteTest('a read does not see the changes of an open transaction', async (site) => {
  const { db } = site.app

  const inside = await db.transaction().execute(async (tx) => {
    await insertSetting(tx, { name: 'colour', value: 'red' })
    const own = await selectSetting(tx, { name: 'colour' })
    const other = await selectSetting(db, { name: 'colour' })
    return [own.rows.length, other.rows.length]
  })
  const after = await selectSetting(db, { name: 'colour' })

  assert.deepEqual(inside, [1, 0])
  assert.deepEqual(
    after.rows.map(({ value }) => value),
    ['red'],
  )
})

siteTest('a transaction that is rolled back leaves no changes', async (site) => {
  const { db } = site.app

  const failed = db.transaction().execute(async (tx) => {
    await insertSetting(tx, { name: 'colour', value: 'red' })
    throw new Error('undo')
  })

  await assert.rejects(failed, /undo/)
  assert.deepEqual((await selectSetting(db, { name: 'colour' })).rows, [])
})

siteTest(
  'a request immediately reads the row that it wrote among concurrent writes',
  async (site) => {
    const { db } = site.app
    const names = Array.from({ length: 60 }, (_, n) => `name${n}`)

    const found = await Promise.all(
      names.map(async (name) => {
        await insertSetting(db, { name, value: `${name}!` })
        return (await selectSetting(db, { name })).rows[0]?.value
      }),
    )

    assert.deepEqual(
      found,
      names.map((name) => `${name}!`),
    )
  },
)

siteTest('a failing statement does not fail concurrent statements', async (site) => {
  const { db } = site.app
  const names = ['a', 'b', 'b', 'c']

  const outcomes = await Promise.allSettled(
    names.map((name) => insertSetting(db, { name, value: '' })),
  )

  const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.deepEqual(
    failures.map(({ reason }) => violatedUniqueColumn(reason) !== undefined),
    [true],
  )
  assert.deepEqual(await namesOf(site), ['a', 'b', 'c'])
})

siteTest('no write that runs between two transactions is lost', async (site) => {
  const { db } = site.app
  const names = Array.from({ length: 30 }, (_, n) => `name${String(n).padStart(2, '0')}`)

  await Promise.allSettled(
    names.flatMap((name) => [
      insertSetting(db, { name, value: 'kept' }),
      db.transaction().execute(async (tx) => {
        await insertSetting(tx, { name: `${name} undone`, value: '' })
        await turn() // other statements arrive in the meantime
        throw new Error('undo')
      }),
    ]),
  )

  assert.deepEqual(await namesOf(site), names)
})

sqliteTest('on a full disk, each write of a batch fails', async (site) => {
  const { db } = site.app
  const names = Array.from({ length: 20 }, (_, n) => `name${n}`)
  const write = (value: string) =>
    Promise.allSettled(names.map((name) => insertSetting(db, { name, value })))
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 10)}`.execute(db)

  const refused = await write('x'.repeat(4000))
  const left = await namesOf(site)
  await sql`pragma max_page_count = 1073741823`.execute(db)
  const taken = await write('x'.repeat(4000))

  assert.deepEqual(
    refused.map((outcome) => outcome.status === 'rejected' && isOutage(outcome.reason)),
    names.map(() => true),
  )
  assert.deepEqual(left, [])
  assert.deepEqual(new Set(taken.map(({ status }) => status)), new Set(['fulfilled']))
  assert.deepEqual(await namesOf(site), names.toSorted())
})

for (const [where, write] of [
  ['alone', insertSetting],
  [
    'in a transaction',
    (db: Db, setting: { name: string; value: string }) =>
      db.transaction().execute((tx) => insertSetting(tx, setting)),
  ],
] as const) {
  test(`a write that cannot reach the disk is not acknowledged, ${where} (SQLite)`, async () => {
    using folder = newFolder()
    const file = join(folder.path, 'portal.db')
    const other = new DatabaseSync(file)
    other.exec('create table setting (name text, value text)')
    other.close()
    const db = await openDatabase({ dataDir: folder.path, databaseUrl: '' })
    await db.selectFrom('setting').selectAll().execute()

    rmSync(`${file}-wal`)
    const written = write(db, { name: 'colour', value: 'red' })

    await assert.rejects(written, /ENOENT/)
    await db.destroy()
  })
}

test('changing a column during requests causes no error (PostgreSQL)', async () => {
  const site = await openSite('PostgreSQL')
  try {
    const steve = await site.player('Steve')
    const me = () => steve.browser.get('/auth/me', bearer(steve.accessToken))
    await me()

    await sql`alter table player alter column locale type varchar(20)`.execute(site.app.db)
    const replies = await Promise.all(Array.from({ length: 20 }, me))

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  } finally {
    await site.close()
  }
})

const drawn = compiledQuery((db, { least }: Params<{ least: number }>) =>
  db.selectNoFrom([
    sql<number>`random() % 1000000000`.as('number'),
    sql<number>`cast(${least} as integer)`.as('least'),
  ]),
)

sqliteTest('equal reads that start in one turn of the event loop are not merged', async (site) => {
  const { db } = site.app

  const answers = await Promise.all([1, 1, 2].map((least) => drawn(db, { least })))

  const rows = answers.flatMap(({ rows }) => rows)
  assert.equal(new Set(rows.map(({ number }) => number)).size, 3)
  assert.deepEqual(
    rows.map(({ least }) => least),
    [1, 1, 2],
  )
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import type { Db } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { LAST_RELEASE, migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { databases } from '../support/site.ts'
import { formOf, tightened } from './form.ts'
import { lastRelease, type Release } from './recorded.ts'
import { given } from './recorder.ts'

/*
 * A process of the last release keeps working during and after this version's migrations. Its statements were
 * recorded by record.ts; here they run in a database that this version migrated.
 */

const BEGIN = Date.UTC(2030, 0, 1, 12)
const clock = { now: () => BEGIN }
const released = migrations.filter(({ name }) => name <= LAST_RELEASE)

/** A database connection that uses no code of this version. */
type Plain = {
  run(sql: string, parameters: (string | number | null | Buffer)[]): Promise<Outcome>
  prepare(sql: string): Promise<unknown>
}
type Outcome = { rows: number; columns: string[] }

for (const kind of databases) {
  test(`SQL statements of the last release work during and after an update (${kind})`, async () => {
    await using place = await newPlace(kind)
    await using parts = new AsyncDisposableStack()
    const db = await openDatabase(readConfig(place.env))
    parts.defer(() => db.destroy())
    const release = lastRelease(kind)
    await migrate(db, clock, released)
    const older = await openPlain(place.env, parts)

    const before = await replay(older, release, 0)
    await migrate(db, clock)
    const after = await replay(older, release, 1)

    assert.equal(release.newest, LAST_RELEASE)
    assert.ok(before > 100 && after > 100) // statements
  })

  test(`each SQL statement of the last release fits the tables of this version (${kind})`, async () => {
    await using place = await newPlace(kind)
    await using parts = new AsyncDisposableStack()
    const db = await openDatabase(readConfig(place.env))
    parts.defer(() => db.destroy())
    await migrate(db, clock)
    const older = await openPlain(place.env, parts)

    const misfits: string[] = []
    for (const sql of lastRelease(kind).texts) {
      await older.prepare(sql).catch((error) => misfits.push(`${error.message}: ${sql}`))
    }

    assert.deepEqual(misfits, [])
  })

  test(`no migration since the last release forbids what that release writes (${kind})`, async () => {
    const [before, after] = [await formAfter(kind, released), await formAfter(kind, migrations)]

    assert.deepEqual(tightened(before, after), [])
  })
}

async function formAfter(kind: (typeof databases)[number], steps: typeof migrations) {
  await using place = await newPlace(kind)
  const db: Db = await openDatabase(readConfig(place.env))
  try {
    await migrate(db, clock, steps)
    return await formOf(db)
  } finally {
    await db.destroy()
  }
}

/** Repeats the recorded statements of an evening, and compares how many rows were found or changed. */
async function replay(plain: Plain, { evenings, texts }: Release, which: number): Promise<number> {
  const statements = evenings[which] ?? []
  for (const { text, parameters, rows, columns } of statements) {
    const sql = texts[text] ?? ''
    const outcome = await plain.run(sql, given(parameters)).catch((error) => {
      throw new Error(`${error.message}: ${sql}`)
    })
    assert.equal(outcome.rows, rows, `${sql} ${JSON.stringify(parameters)}`)
    for (const column of columns) assert.ok(outcome.columns.includes(column), `${column} of ${sql}`)
  }
  return statements.length
}

async function openPlain(
  { DATABASE_URL, DATA_DIR = '' }: Record<string, string>,
  parts: AsyncDisposableStack,
): Promise<Plain> {
  if (!DATABASE_URL) return plainSqlite(join(DATA_DIR, 'portal.db'), parts)
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  parts.defer(() => client.end())
  return {
    async run(sql, parameters) {
      const { rows, rowCount } = await client.query(sql, parameters)
      return { rows: rowCount ?? 0, columns: Object.keys(Object(rows[0])) }
    },
    async prepare(sql) {
      await client.query(`prepare one as ${sql}`)
      await client.query('deallocate one')
    },
  }
}

function plainSqlite(file: string, parts: AsyncDisposableStack): Plain {
  const db = new DatabaseSync(file)
  parts.defer(() => db.close())
  db.exec('pragma foreign_keys = on')
  return {
    async run(sql, parameters) {
      const statement = db.prepare(sql)
      if (statement.columns().length === 0) {
        return { rows: Number(statement.run(...parameters).changes), columns: [] }
      }
      const rows = statement.all(...parameters)
      return { rows: rows.length, columns: Object.keys(Object(rows[0])) }
    },
    prepare: async (sql) => db.prepare(sql),
  }
}

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../src/database/database.ts'
import {
  migrate,
  migrationStatus,
  NewerDatabase,
} from '../../src/database/migrations/migrate-store.ts'
import { type Migration, migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { SQLITE_SEARCH_INDEX } from '../../src/database/search-index-store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { type DatabaseKind, databases } from '../support/site.ts'

const NAMES = migrations.map(({ name }) => name)

/** A migration that creates a table, writes to another one, and fails. */
const broken: Migration = {
  name: '998-broken',
  async up(db) {
    await db.schema.createTable('half').addColumn('id', 'text').execute()
    await db.insertInto('setting').values({ name: 'half', value: 'on' }).execute()
    throw new Error('this step fails')
  },
}

/** Runs a test on an empty database of each kind. */
function databaseTest(name: string, run: (db: Db, kind: DatabaseKind) => Promise<void>): void {
  for (const kind of databases) {
    test(`${name} (${kind})`, async () => {
      await using place = await newPlace(kind)
      const db = await openDatabase(readConfig(place.env))
      try {
        await run(db, kind)
      } finally {
        await db.destroy()
      }
    })
  }
}

databaseTest('every migration step runs once, in order, on an empty database', async (db) => {
  let now = 0
  const clock = {
    now: () => {
      now += 1
      return now
    },
  }

  const before = await migrationStatus(db)
  const first = await migrate(db, clock)
  const second = await migrate(db, clock)

  const rows = await sql<{ name: string; applied_at: number }>`
    select name, applied_at from migration order by applied_at`.execute(db)
  assert.deepEqual(before, { applied: [], pending: NAMES, newer: [] })
  assert.deepEqual([first, second], [NAMES, []])
  assert.deepEqual(
    rows.rows.map((row) => [row.name, row.applied_at]),
    NAMES.map((name, index) => [name, index + 1]),
  )
  assert.deepEqual(await migrationStatus(db), { applied: NAMES, pending: [], newer: [] })
})

databaseTest('a first start that fails leaves the database empty', async (db) => {
  await assert.rejects(migrate(db, systemClock, [...migrations, broken]), /this step fails/)

  const left = await tableNames(db)
  assert.deepEqual(left, [])
  assert.deepEqual(await migrate(db, systemClock), NAMES)
})

databaseTest('a migration step that fails leaves the database unchanged', async (db) => {
  await migrate(db, systemClock)
  await db.insertInto('setting').values({ name: 'siteName', value: 'Mine' }).execute()
  const before = await tableNames(db)

  await assert.rejects(migrate(db, systemClock, [...migrations, broken]), /this step fails/)

  const settings = await db.selectFrom('setting').select(['name', 'value']).execute()
  assert.deepEqual(await tableNames(db), before)
  assert.deepEqual(
    settings.map(({ name, value }) => [name, value]),
    [['siteName', 'Mine']],
  )
  assert.deepEqual(await migrationStatus(db), { applied: NAMES, pending: [], newer: [] })
})

databaseTest('a database migrated by the version after the next is refused', async (db) => {
  const newer = ['998-future', '999-far-future'].map((name) => ({
    name,
    up: async () => undefined,
  }))
  await migrate(db, systemClock, [...migrations, ...newer])
  await sql`update migration set serves_from = '998-future' where name = '999-far-future'`.execute(
    db,
  )

  const refused = [() => migrate(db, systemClock), () => migrationStatus(db)]

  const message = 'the database has migrations this version does not know: 999-far-future'
  for (const attempt of refused) {
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof NewerDatabase)
      assert.equal(error.message, message)
      return true
    })
  }
})

databaseTest('the database has the tables and columns of tables.ts', async (db) => {
  await migrate(db, systemClock)

  const tables = await introspect(db)

  const described = describedTables()
  assert.deepEqual(shapeOf(tables), described)
  assert.ok(Object.keys(described).length >= 9) // tables.ts could be parsed
})

test('SQLite and PostgreSQL have the same tables, columns and types', async () => {
  const forms: unknown[] = []
  for (const kind of databases) {
    await using place = await newPlace(kind)
    const db = await openDatabase(readConfig(place.env))
    await migrate(db, systemClock)
    forms.push(await introspect(db))
    await db.destroy()
  }

  assert.deepEqual(forms[0], forms[1])
})

/** A column that the database numbers. Its type differs, because SQLite numbers only columns of one type. */
const SEQUENCE = 'event.seq'

/** Types that the two databases name differently. */
const TYPE_NAMES: Record<string, string> = { int8: 'bigint', bytea: 'blob' }

type Column = { type: string; nullable: boolean; hasDefault: boolean }
type Form = Record<string, Record<string, Column>>

/** Reads the schema from the database itself, without the list of migrations. */
async function introspect(db: Db): Promise<Form> {
  const tables = await db.introspection.getTables()
  return Object.fromEntries(
    tables
      .filter(({ name }) => name !== 'migration' && !name.startsWith(SQLITE_SEARCH_INDEX))
      .map(({ name, columns }) => [
        name,
        Object.fromEntries(
          columns
            .filter((column) => `${name}.${column.name}` !== SEQUENCE)
            .map((column) => [
              column.name,
              {
                type: TYPE_NAMES[column.dataType.toLowerCase()] ?? column.dataType.toLowerCase(),
                nullable: column.isNullable,
                hasDefault: column.hasDefaultValue,
              },
            ]),
        ),
      ]),
  )
}

async function tableNames(db: Db): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name).sort()
}

/** The columns of each table, and whether they may be null or have a default. */
type Shape = Record<string, Record<string, Omit<Column, 'type'>>>

function shapeOf(form: Form): Shape {
  return Object.fromEntries(
    Object.entries(form).map(([table, columns]) => [
      table,
      Object.fromEntries(
        Object.entries(columns).map(([name, { nullable, hasDefault }]) => [
          name,
          { nullable, hasDefault },
        ]),
      ),
    ]),
  )
}

/** Returns the tables that the row types describe. Reads the files as text, because types do not exist at run time. */
function describedTables(): Shape {
  const folder = join(import.meta.dirname, '../../src/database')
  const files = globSync('tables/*.ts', { cwd: folder })
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const source = text.replaceAll(/\/\*.*?\*\//gs, '')
  const [, list = ''] = /export type Tables = \{(.*?)^\}/ms.exec(source) ?? []
  const rows = new Map(
    [...source.matchAll(/(?:type|const) (\w+Table) = \{(.*?)^\}/gms)].map(([, name, body]) => [
      name,
      body,
    ]),
  )
  return Object.fromEntries(
    [...list.matchAll(/^ {2}(\w+): (?:(\w+)|\{([^}]*)\})/gm)].map(([, table, name, inline]) => [
      table,
      columnsOf(
        (inline ?? rows.get(name) ?? '').replace(table === 'event' ? /^ {2}seq: .*$/m : '', ''),
      ),
    ]),
  )
}

function columnsOf(body: string): Shape[string] {
  const columns = [...body.matchAll(/(?:^ {1,2}|; )(\w+): (?:column<(.+?)>\(|([^;\n]+))/gm)]
  return Object.fromEntries(
    columns.map(([, name = '', ofColumn, type = ofColumn ?? '']) => [
      name,
      { nullable: type.includes('null'), hasDefault: type.startsWith('Generated<') },
    ]),
  )
}

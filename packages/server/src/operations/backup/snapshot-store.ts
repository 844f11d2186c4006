import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { openDatabase } from '../../database/open-database.ts'
import { SQLITE_SEARCH_INDEX } from '../../database/search-index-store.ts'
import type { Value } from './backup-lines.ts'

export type Snapshot = {
  tables(): Promise<{ name: string; columns: string[] }[]>
  rows(table: { name: string; columns: string[] }): AsyncIterable<Value[]>
}

type DatabaseLocation = { dataDir: string; databaseUrl: string }

/**
 * Tables that a backup does not contain. The header has the migrations. The holders of leases do not exist where the
 * backup is restored.
 */
const EXCLUDED_TABLES = ['migration', 'lease']
const BATCH_SIZE = 500

export function withSnapshot<T>(
  place: DatabaseLocation,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return place.databaseUrl ? withPostgres(place, work) : withSqlite(place, work)
}

/** Reads a snapshot on a separate read-only connection, which neither blocks others nor is blocked. */
async function withSqlite<T>(
  { dataDir }: DatabaseLocation,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  using db = new DatabaseSync(join(dataDir, 'portal.db'), { readOnly: true })
  db.exec('begin')
  return await work({
    async tables() {
      const names = db
        .prepare(
          `select name from sqlite_master
           where type = 'table' and name not like 'sqlite_%' and name not like '${SQLITE_SEARCH_INDEX}%'
             order by name`,
        )
        .all()
        .map(({ name }) => String(name))
        .filter((name) => !EXCLUDED_TABLES.includes(name))
      return names.map((name) => ({
        name,
        columns: db
          .prepare(`select * from "${name}" limit 0`)
          .columns()
          .map((one) => one.name),
      }))
    },
    async *rows({ name }) {
      const statement = db.prepare(`select * from "${name}"`)
      for (const row of statement.iterate()) yield Object.values(row).map(toValue)
    },
  })
}

async function withPostgres<T>(
  place: DatabaseLocation,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(place, { hasLongStatements: true })
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => work(postgresSnapshot(tx)))
  } finally {
    await db.destroy()
  }
}

function postgresSnapshot(tx: Db): Snapshot {
  return {
    async tables() {
      const { rows } = await sql<{ name: string; columns: string[] }>`
        select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
        from information_schema.columns join information_schema.tables
          using (table_schema, table_name)
        where table_schema = current_schema() and table_type = 'BASE TABLE'
          and table_name not in (${sql.join(EXCLUDED_TABLES)})
        group by table_name order by table_name
      `.execute(tx)
      return rows
    },
    async *rows({ name, columns }) {
      const list = columns.map((column) => `"${column}"`).join(', ')
      const run = (text: string) =>
        tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
      await run(`declare backup no scroll cursor for select ${list} from "${name}"`)
      for (;;) {
        const { rows } = await run(`fetch ${BATCH_SIZE} from backup`)
        for (const row of rows) yield columns.map((column) => toValue(row[column]))
        if (rows.length < BATCH_SIZE) break
      }
      await run('close backup')
    },
  }
}

function toValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof Uint8Array) return value
  throw new Error(`a value of type ${typeof value} is not supported by backups`)
}

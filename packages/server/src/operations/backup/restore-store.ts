import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { SQLITE_SEARCH_INDEX } from '../../database/search-index-store.ts'
import { isBusy } from '../../database/sqlite/connection.ts'
import { CorruptBackup, type Value } from './backup-lines.ts'

/** The most parameters of one statement. SQLite allows 32,766. */
const MAX_PARAMETERS = 30_000
/** The most data that is buffered: the characters of texts and the bytes of binary values, added together. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/** Whether there is an account. If there is, the site is in use, and no backup is restored. */
export async function hasPlayers(db: Db): Promise<boolean> {
  return (await db.selectFrom('player').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether another process has the SQLite file open. Only a process that is alone can change the journal mode. */
export function isUsedByProcess(file: string): boolean {
  if (!existsSync(file)) return false
  using db = new DatabaseSync(file)
  try {
    return db.prepare('pragma journal_mode = delete').get()?.journal_mode !== 'delete'
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  }
}

/** Deletes all rows. Before a restore these are the rows of a first start: settings, keys and system roles. */
export async function emptyTables(tx: Db): Promise<void> {
  for (const name of await listTables(tx)) await sql`delete from ${sql.table(name)}`.execute(tx)
}

async function listTables(tx: Db): Promise<string[]> {
  const tables = await tx.introspection.getTables()
  const schema = speaksPostgres(tx) ? await currentSchema(tx) : undefined
  return tables
    .filter((table) => !table.isView && table.name !== 'migration' && table.schema === schema)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(SQLITE_SEARCH_INDEX))
}

async function currentSchema(tx: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(tx)
  return rows[0]?.name
}

/**
 * Runs `load`, which may insert rows in any order. Foreign keys are checked only afterwards.
 * @throws CorruptBackup if referenced rows are missing
 */
export async function withoutOrder<T>(tx: Db, load: () => Promise<T>): Promise<T> {
  if (!speaksPostgres(tx)) {
    await sql`pragma defer_foreign_keys = on`.execute(tx) // the error of the commit would not name the problem
    const loaded = await load()
    const { rows: orphans } = await sql`pragma foreign_key_check`.execute(tx)
    if (orphans.length > 0) throw new CorruptBackup('the backup is damaged: rows are missing')
    return loaded
  }
  const { rows: constraints } = await sql<{ holder: string; name: string; definition: string }>`
    select conrelid::regclass::text as holder, conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
  `.execute(tx)
  const alter = (text: string): RawBuilder<unknown> => sql.raw(`alter table ${text}`)
  for (const { holder, name } of constraints) {
    await alter(`${holder} drop constraint "${name}"`).execute(tx)
  }
  const loaded = await load()
  for (const { holder, name, definition } of constraints) {
    await alter(`${holder} add constraint "${name}" ${definition}`).execute(tx)
  }
  return loaded
}

/** Returns a writer that inserts the rows of one table in batches. `done` inserts the rest. */
export function rowWriter(tx: Db, table: { name: string; columns: readonly string[] }) {
  const { name, columns } = table
  const most = Math.floor(MAX_PARAMETERS / columns.length)
  let waiting: Value[][] = []
  let held = 0

  const write = async (): Promise<void> => {
    if (waiting.length === 0) return
    const text = insertText(tx, { name, columns }, waiting.length)
    await tx.executeQuery(CompiledQuery.raw(text, waiting.flat()))
    waiting = []
    held = 0
  }
  return {
    async take(row: Value[]): Promise<void> {
      waiting.push(row)
      for (const value of row) held += lengthOf(value)
      if (waiting.length >= most || held >= MAX_BUFFERED_BYTES) await write()
    },
    done: write,
  }
}

function lengthOf(value: Value): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0
}

function insertText(
  db: Db,
  { name, columns }: { name: string; columns: readonly string[] },
  rows: number,
): string {
  const isPostgres = speaksPostgres(db)
  const places = Array.from({ length: rows }, (_, row) => {
    const values = columns.map((_, at) => (isPostgres ? `$${row * columns.length + at + 1}` : '?'))
    return `(${values.join(',')})`
  })
  const list = columns.map((column) => `"${column}"`).join(',')
  return `insert into "${name}" (${list}) values ${places.join(',')}`
}

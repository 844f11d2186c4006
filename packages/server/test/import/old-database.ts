import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { newFolder } from '../child.ts'
import { newPostgres } from '../empty-site.ts'
import { hasMariadb, newMariadb } from './start-mariadb.ts'

/** The database of an old site, which is deleted after use. */
export type OldDatabase = { from: string; [Symbol.asyncDispose](): Promise<void> }

export type OldRow = Readonly<Record<string, string | number | null | undefined>>

/** A table as its program makes it, in each database that the program can use. */
export type OldTable = {
  name: string
  /** `create table …` by the database; PostgreSQL and MariaDB only where the program knows them. */
  create: { sqlite: string; mysql?: string; postgres?: string }
  /** Its program quotes names, so that PostgreSQL keeps their capitals. */
  quoted?: true
  /** Columns of instants, which Java programs write to SQLite as milliseconds. */
  instants?: readonly string[]
  rows: readonly OldRow[]
}

/** How to open a database with this table, by the name of the kind of database. */
export function placesOf(table: OldTable): Record<string, () => Promise<OldDatabase>> {
  const { mysql, postgres } = table.create
  return {
    'an SQLite file': () => onSqlite(table),
    ...(postgres && { PostgreSQL: () => onPostgres(table, postgres) }),
    ...(mysql && hasMariadb && { MariaDB: () => onMariadb(table, mysql) }),
  }
}

export async function onSqlite({
  name,
  create,
  instants = [],
  rows,
}: OldTable): Promise<OldDatabase> {
  const folder = newFolder()
  const file = join(folder.path, 'old.db')
  using db = new DatabaseSync(file)
  db.exec(create.sqlite)
  for (const row of rows) {
    const changed = instants.map((column) => [column, millisecondsOf(row[column])])
    const { columns, values } = filled({ ...row, ...Object.fromEntries(changed) })
    const marks = columns.map(() => '?').join(', ')
    db.prepare(`insert into ${name} (${columns.join(', ')}) values (${marks})`).run(...values)
  }
  return { from: file, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
}

async function onPostgres({ name, quoted, rows }: OldTable, create: string): Promise<OldDatabase> {
  const postgres = await newPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(create)
  const spelled = (text: string): string => (quoted ? `"${text}"` : text)
  for (const { columns, values } of rows.map(filled)) {
    const marks = columns.map((_, place) => `$${place + 1}`).join(', ')
    const names = columns.map(spelled).join(', ')
    await client.query(`insert into ${spelled(name)} (${names}) values (${marks})`, values)
  }
  await client.end()
  return { from: postgres.url, [Symbol.asyncDispose]: () => postgres.drop() }
}

async function onMariadb({ name, rows }: OldTable, create: string): Promise<OldDatabase> {
  const database = await newMariadb()
  await database.run(create)
  for (const { columns, values } of rows.map(filled)) {
    const marks = columns.map(() => '?').join(', ')
    await database.run(`insert into ${name} (${columns.join(', ')}) values (${marks})`, values)
  }
  await database.disconnect()
  return { from: database.url, [Symbol.asyncDispose]: () => database.drop() }
}

function millisecondsOf(value: OldRow[string]): number | null {
  const text = String(value ?? '')
  return text === '' ? null : Date.parse(text.includes(' ') ? `${text.replace(' ', 'T')}Z` : text)
}

function filled(row: OldRow) {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined)
  return {
    columns: entries.map(([column]) => column),
    values: entries.map(([, value]) => value ?? null),
  }
}

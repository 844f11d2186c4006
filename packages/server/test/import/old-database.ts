import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { newPostgres } from '../support/empty-site.ts'
import { newFolder } from '../support/server-process.ts'
import { hasMariadb, newMariadb } from './start-mariadb.ts'

/** The database of an old site, deleted after use. */
export type OldDatabase = { from: string; [Symbol.asyncDispose](): Promise<void> }

export type OldRow = Readonly<Record<string, string | number | Buffer | null | undefined>>

/** A table as the program of the old site creates it, for each database that the program supports. */
export type OldTable = {
  name: string
  /** `create table …` by database; PostgreSQL and MariaDB only if the program supports them. */
  create: { sqlite: string; mysql?: string; postgres?: string }
  /** Whether the program quotes names, so that PostgreSQL keeps their case. */
  quoted?: true
  /** Columns of instants, which Java programs store in SQLite as milliseconds. */
  instants?: readonly string[]
  rows: readonly OldRow[]
}

/** Returns functions that open a database with these tables, by the kind of the database. */
export function placesOf(...tables: OldTable[]): Record<string, () => Promise<OldDatabase>> {
  const [first] = tables
  return {
    'an SQLite file': () => onSqlite(...tables),
    ...(first?.create.postgres && { PostgreSQL: () => onPostgres(tables) }),
    ...(first?.create.mysql && hasMariadb && { MariaDB: () => onMariadb(tables) }),
  }
}

export async function onSqlite(...tables: OldTable[]): Promise<OldDatabase> {
  const folder = newFolder()
  const file = join(folder.path, 'old.db')
  using db = new DatabaseSync(file)
  for (const { name, create, instants = [], rows } of tables) {
    db.exec(create.sqlite)
    for (const row of rows) {
      const changed = instants.map((column) => [column, millisecondsOf(row[column])])
      const { columns, values } = filled({ ...row, ...Object.fromEntries(changed) })
      const marks = columns.map(() => '?').join(', ')
      db.prepare(`insert into ${name} (${columns.join(', ')}) values (${marks})`).run(...values)
    }
  }
  return { from: file, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
}

async function onPostgres(tables: readonly OldTable[]): Promise<OldDatabase> {
  const postgres = await newPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  for (const { name, create, quoted, rows } of tables) {
    await client.query(create.postgres ?? create.sqlite)
    const spelled = (text: string): string => (quoted ? `"${text}"` : text)
    for (const { columns, values } of rows.map(filled)) {
      const marks = columns.map((_, place) => `$${place + 1}`).join(', ')
      const names = columns.map(spelled).join(', ')
      await client.query(`insert into ${spelled(name)} (${names}) values (${marks})`, values)
    }
  }
  await client.end()
  return { from: postgres.url, [Symbol.asyncDispose]: () => postgres.drop() }
}

async function onMariadb(tables: readonly OldTable[]): Promise<OldDatabase> {
  const database = await newMariadb()
  for (const { name, create, rows } of tables) {
    await database.run(create.mysql ?? create.sqlite)
    for (const { columns, values } of rows.map(filled)) {
      const marks = columns.map(() => '?').join(', ')
      await database.run(`insert into ${name} (${columns.join(', ')}) values (${marks})`, values)
    }
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

const KEYS = {
  sqlite: 'INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL',
  mysql: 'INT UNSIGNED AUTO_INCREMENT PRIMARY KEY',
  postgres: 'SERIAL PRIMARY KEY',
}

/** Makes a table with an auto-increment key for each database that its program supports. */
export function oldTable(
  name: string,
  [key, columns]: readonly [key: string, columns: string],
  rows: readonly OldRow[],
  kinds: readonly ('mysql' | 'postgres')[] = ['mysql'],
): OldTable {
  const created = (kind: keyof typeof KEYS) =>
    `create table ${name} (${key} ${KEYS[kind]}, ${columns})`
  const create = {
    sqlite: created('sqlite'),
    ...(kinds.includes('mysql') && { mysql: created('mysql') }),
    ...(kinds.includes('postgres') && { postgres: created('postgres') }),
  }
  return { name, create, rows }
}

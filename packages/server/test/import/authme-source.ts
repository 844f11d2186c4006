import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { newFolder } from '../child.ts'
import { newPostgres } from '../empty-site.ts'
import type { AuthMeRow } from './authme-players.ts'

export type OldDatabase = { from: string; [Symbol.asyncDispose](): Promise<void> }

const COLUMNS = [
  ...['username', 'realname', 'password', 'email', 'regdate', 'lastlogin', 'totp'],
  ...['playerUUID', 'premiumUUID'],
] as const

/** The columns of AuthMe 5.6, which it adds one by one; `id` is written by each database's own. */
export function schemaOf(id: string): string {
  return `create table authme (
    ${id}, username VARCHAR(255) NOT NULL UNIQUE, realname VARCHAR(255) NOT NULL DEFAULT 'Player',
    password VARCHAR(255) NOT NULL DEFAULT '', ip VARCHAR(40), lastlogin BIGINT,
    x DOUBLE PRECISION NOT NULL DEFAULT 0, y DOUBLE PRECISION NOT NULL DEFAULT 0,
    world VARCHAR(255) NOT NULL DEFAULT 'world', regdate BIGINT NOT NULL DEFAULT 0, regip VARCHAR(40),
    email VARCHAR(255), isLogged SMALLINT NOT NULL DEFAULT 0, totp VARCHAR(32),
    playerUUID VARCHAR(36), premiumUUID VARCHAR(36)
  )`
}

/** On SQLite AuthMe's `id` is `INTEGER AUTO_INCREMENT`, which stays NULL in every row. */
export async function authmeOnSqlite(rows: readonly AuthMeRow[]): Promise<OldDatabase> {
  const folder = newFolder()
  const file = join(folder.path, 'authme.db')
  using db = new DatabaseSync(file)
  db.exec(
    schemaOf('id INTEGER AUTO_INCREMENT, PRIMARY KEY (id)').replace(
      /(, PRIMARY KEY \(id\))(.*)\)$/s,
      '$2$1)',
    ),
  )
  const insert = db.prepare(insertOf(() => '?'))
  for (const row of rows) insert.run(...valuesOf(row))
  return { from: file, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
}

/** PostgreSQL folds the names of columns: `premiumUUID` is `premiumuuid`. */
export async function authmeOnPostgres(rows: readonly AuthMeRow[]): Promise<OldDatabase> {
  const postgres = await newPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(schemaOf('id BIGSERIAL PRIMARY KEY'))
  for (const row of rows)
    await client.query(
      insertOf((place) => `$${place}`),
      valuesOf(row),
    )
  await client.end()
  return { from: postgres.url, [Symbol.asyncDispose]: () => postgres.drop() }
}

export function insertOf(mark: (place: number) => string): string {
  const marks = COLUMNS.map((_, place) => mark(place + 1)).join(', ')
  return `insert into authme (${COLUMNS.join(', ')}) values (${marks})`
}

export function valuesOf(row: AuthMeRow): (string | number | null)[] {
  return COLUMNS.map((column) => row[column] ?? (column === 'regdate' ? 0 : null))
}

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { claimSetup } from '../../src/operations/setup/setup-store.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { systemRandom } from '../../src/platform/random.ts'

/*
 * Every test has a database of its own in the state after the setup, but without its administrator. The migrations
 * run once, before the tests, and their result is copied. On PostgreSQL, where copying takes 0.1 s, a used database
 * is also emptied for the next test of the same file.
 */

const TEST_EPOCH: Clock = { now: () => Date.UTC(2030, 0, 1, 12) }

export type Postgres = { url: string; drop(): Promise<void> }

type Model = { remove(): Promise<void> }

/** Runs the migrations once, on SQLite and on PostgreSQL, before any test. */
export async function makeModels(): Promise<Model> {
  const sqlite = await makeSqliteModel()
  const postgres = await newPostgres()
  await migrateModel({ dataDir: sqlite.folder, databaseUrl: postgres.url })
  const name = databaseIn(postgres.url)
  process.env.TEST_MODEL_DATABASE = name
  writeFileSync(join(sqlite.folder, 'empty.sql'), await emptying(postgres.url))
  return {
    async remove() {
      const used = await query(
        setBefore('TEST_DATABASE_URL'),
        `select datname from pg_database where starts_with(datname, '${name}_')`,
      )
      for (const { datname } of used) await dropDatabase(datname)
      await postgres.drop()
      await sqlite.remove()
    },
  }
}

/** Runs the migrations once on SQLite, for a run without PostgreSQL. */
export async function makeSqliteModel(): Promise<Model & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-model-'))
  await migrateModel({ dataDir: folder, databaseUrl: '' })
  process.env.TEST_MODEL_FOLDER = folder
  return { folder, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function migrateModel(place: { dataDir: string; databaseUrl: string }): Promise<void> {
  const db = await openDatabase(place)
  await migrate(db, TEST_EPOCH)
  await claimSetup(db, TEST_EPOCH.now()) // otherwise no player could register
  await db.destroy()
}

/** Copies the database of a site without players into a data folder. */
export function putModelInto(dataDir: string): void {
  copyFileSync(join(setBefore('TEST_MODEL_FOLDER'), 'portal.db'), join(dataDir, 'portal.db'))
}

const emptied: string[] = []

type EmptyingClient = { client: pg.Client; socket: Socket }

/** Clients by database. A new connection would load the whole catalog again. */
const emptyingClients = new Map<string, EmptyingClient>()

/** Makes the PostgreSQL database of a site without players on the test server. */
export async function newPostgresSite(): Promise<Postgres> {
  const model = setBefore('TEST_MODEL_DATABASE')
  const likeTheModel = `template ${model} strategy file_copy`
  const name = emptied.pop() ?? (await createDatabase(`${model}_${randomName()}`, likeTheModel))
  const url = urlOf(name)
  return {
    url,
    async drop() {
      try {
        await empty(name)
        emptied.push(name)
      } catch {
        await dropDatabase(name) // the test changed its schema, or left a lock
      }
    },
  }
}

/** Empties a database over a connection that stays open without keeping the process alive. */
async function empty(name: string): Promise<void> {
  const { client, socket } = emptyingClients.get(name) ?? (await openEmptyingClient(name))
  const statements = readFileSync(join(setBefore('TEST_MODEL_FOLDER'), 'empty.sql'), 'utf8')
  socket.ref()
  try {
    await client.query(statements)
  } finally {
    socket.unref()
  }
}

async function openEmptyingClient(name: string): Promise<EmptyingClient> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: urlOf(name), stream: () => socket })
  client.on('error', () => emptyingClients.delete(name)) // the database is dropped
  await client.connect()
  const opened = { client, socket }
  emptyingClients.set(name, opened)
  return opened
}

/** Makes an empty PostgreSQL database on the test server. */
export async function newPostgres(): Promise<Postgres> {
  const name = await createDatabase(`test_${randomName()}`)
  return { url: urlOf(name), drop: () => dropDatabase(name) }
}

/** Builds the SQL that resets a used database to its model, or fails if the schema differs. */
async function emptying(model: string): Promise<string> {
  const [form] = await query(model, FORM)
  const tables = await query(model, TABLES)
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [all] = await query(model, `select json_agg(t) as rows from ${name} t`)
      return { name, rows: all?.rows }
    }),
  )
  return [
    `begin; set local lock_timeout = '2s'; set local session_replication_role = replica;`,
    `do $$ begin if (${FORM}) <> '${form?.form}' then raise 'another form'; end if; end $$;`,
    ...rows.map(({ name }) => `delete from ${name};`),
    ...rows
      .filter(({ rows }) => rows)
      .map(({ name, rows }) => {
        const text = JSON.stringify(rows).replaceAll("'", "''")
        return `insert into ${name} select * from json_populate_recordset(null::${name}, '${text}');`
      }),
    'commit;',
  ].join('\n')
}

const TABLES = `select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'`

/** Selects every table, index, column and constraint; a copy of a database keeps their OIDs. */
const FORM = `select md5(string_agg(part, ',' order by part)) as form from (
  select concat(oid, relname, relkind, relnatts) as part from pg_class
    where relnamespace = 'public'::regnamespace
  union all select concat(attrelid, attname, atttypid, attnotnull) from pg_attribute
    join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace
  union all select concat(oid, conname) from pg_constraint
    where connamespace = 'public'::regnamespace) parts`

async function createDatabase(name: string, likeness = ''): Promise<string> {
  await query(setBefore('TEST_DATABASE_URL'), `create database ${name} ${likeness}`)
  return name
}

async function dropDatabase(name: string): Promise<void> {
  await query(setBefore('TEST_DATABASE_URL'), `drop database ${name} with (force)`)
}

function randomName(): string {
  return systemRandom.bytes(8).toString('hex')
}

function urlOf(name: string): string {
  const url = new URL(setBefore('TEST_DATABASE_URL'))
  url.pathname = `/${name}`
  return url.href
}

function databaseIn(url: string): string {
  return new URL(url).pathname.slice(1)
}

function setBefore(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`)
  return value
}

async function query(url: string, statements: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statements)).rows
  } finally {
    await client.end()
  }
}

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Clock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database.ts'
import { migrate } from '../src/platform/migrate-store.ts'
import { systemRandom } from '../src/platform/random.ts'

/*
 * Every story has a database of its own. Taking the steps of the database once and copying what they
 * made spares two thirds of a story's beginning.
 */

const STORIES_BEGIN: Clock = { now: () => Date.UTC(2030, 0, 1, 12) }

/** Takes the steps of the database once, in SQLite and in PostgreSQL; before any test. */
export async function makeModels(): Promise<{ remove(): Promise<void> }> {
  const postgres = await newPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'portal-model-'))
  for (const databaseUrl of ['', postgres.url]) {
    const db = await openDatabase({ dataDir: folder, databaseUrl })
    await migrate(db, STORIES_BEGIN)
    await db.destroy()
  }
  process.env.TEST_MODEL_FILE = join(folder, 'portal.db')
  process.env.TEST_MODEL_DATABASE = new URL(postgres.url).pathname.slice(1)
  return {
    async remove() {
      await postgres.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Puts a database that has taken all steps, and holds nothing, into a data directory. */
export function putModelInto(dataDir: string): void {
  copyFileSync(setByModels('TEST_MODEL_FILE'), join(dataDir, 'portal.db'))
}

/** A PostgreSQL database of the test server that has taken all steps and holds nothing. */
export function newPostgresSite(): Promise<Postgres> {
  return newPostgres(`template ${setByModels('TEST_MODEL_DATABASE')} strategy file_copy`)
}

export type Postgres = { url: string; drop(): Promise<void> }

/** An empty PostgreSQL database of the test server. */
export async function newPostgres(likeness = ''): Promise<Postgres> {
  const server = setByModels('TEST_DATABASE_URL')
  const name = `test_${systemRandom.bytes(8).toString('hex')}`
  await run(server, `create database ${name} ${likeness}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) }
}

function setByModels(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`)
  return value
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

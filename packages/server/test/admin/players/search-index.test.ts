import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { listPlayers } from '../../../src/admin/players/list-players.ts'
import { parsePlayerFilters } from '../../../src/admin/players/parse-players.ts'
import type { Db } from '../../../src/database/database.ts'
import { migrate } from '../../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../../src/database/open-database.ts'
import { databaseCheck } from '../../../src/operations/doctor/check-database.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { type Environment, newPlace } from '../../support/server-process.ts'
import { databases, LONG_TIMEOUTS } from '../../support/site.ts'

const before = migrations.filter(({ name }) => name < '014')
const ROLE = 'without_extensions'

for (const kind of databases) {
  test(`players created by an older version are found by substrings (${kind})`, async () => {
    await using place = await newPlace(kind)
    await using db = await open(place.env)
    await migrate(db.db, systemClock, before)
    await insertVasya(db.db)

    await migrate(db.db, systemClock)

    assert.deepEqual(await find(db.db, 'asy'), ['Vasya'])
  })
}

test('the site starts without the privilege to create the extension pg_trgm', async () => {
  await using place = await newPlace('PostgreSQL')
  const url = place.env.DATABASE_URL ?? ''
  await using admin = await connect(url)
  await admin.client.query(`create role ${ROLE} login; grant all on schema public to ${ROLE}`)
  try {
    await using db = await open({ ...place.env, DATABASE_URL: asRole(url) })
    await migrate(db.db, systemClock)
    await insertVasya(db.db)
    const begun = [await find(db.db, 'vas'), await find(db.db, 'asy')]
    const before = await look(db.db)
    await admin.client.query(before.advice?.en.replace(/^[^:]*: /, '') ?? '')
    const after = await look(db.db)

    assert.deepEqual(begun, [['Vasya'], []])
    assert.deepEqual([before.state, after.state], ['warning', 'good'])
    assert.deepEqual(await find(db.db, 'asy'), ['Vasya'])
  } finally {
    await admin.client.query(`drop owned by ${ROLE} cascade; drop role ${ROLE}`)
  }
})

async function open(env: Environment) {
  const db = await openDatabase(readConfig(env), { timeScale: LONG_TIMEOUTS })
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

function asRole(address: string): string {
  const url = new URL(address)
  url.username = ROLE
  return url.href
}

async function look(db: Db) {
  const config = readConfig({})
  const context = { config, db, clock: systemClock, wrongSettings: [], allowsSlowChecks: false }
  return databaseCheck.run(context)
}

async function insertVasya(db: Db): Promise<void> {
  const names = { username: 'Vasya', username_key: 'vasya', email: 'v@x.org', email_key: 'v@x.org' }
  const rest = { password_hash: '', locale: 'en', created_at: 1 }
  await db
    .insertInto('player')
    .values({ id: 'v', ...names, ...rest })
    .execute()
}

async function find(db: Db, query: string): Promise<string[]> {
  const { items } = await listPlayers({ db, clock: systemClock }, { query }, parsePlayerFilters({}))
  return items.map(({ username }) => username)
}

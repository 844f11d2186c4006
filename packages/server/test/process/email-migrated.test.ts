import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listPlayers } from '../../src/admin/players/list-players.ts'
import { parsePlayerFilters } from '../../src/admin/players/parse-players.ts'
import type { Db } from '../../src/database/database.ts'
import { violatedUniqueColumn } from '../../src/database/database-failure.ts'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

const before = migrations.filter(({ name }) => name < '022')
const optional = migrations.filter(({ name }) => name < '023')

for (const kind of databases) {
  test(`after an update, players keep their addresses and new players need none (${kind})`, async () => {
    await using place = await newPlace(kind)
    await using older = await open(place.env)
    await migrate(older.db, systemClock, before)
    await insert(older.db, 'Steve', 'Steve@x.org')
    const inviter = { inviter_id: 'Steve' }
    await insert(older.db, 'Alex', 'alex@x.org')
    await older.db.updateTable('player').set(inviter).where('id', '=', 'Alex').execute()
    const kept = await rows(older.db)
    const refused = await outcomeOf(insert(older.db, 'Nobody', null))

    await using newer = await open(place.env)
    await migrate(newer.db, systemClock, optional)
    const after = await rows(newer.db)
    await insert(newer.db, 'Nobody', null)
    await insert(newer.db, 'Nothing', null)
    const taken = await outcomeOf(insert(newer.db, 'Other', 'STEVE@x.org'))
    await migrate(newer.db, systemClock) // lists read columns of the present schema

    assert.equal(refused, 'refused')
    assert.deepEqual(after, kept)
    assert.equal(taken, 'player.email_key')
    assert.deepEqual(await find(newer.db, 'oth'), ['Nothing'])
    assert.deepEqual(await find(newer.db, 'teve@'), ['Steve'])
    assert.deepEqual(await find(newer.db, 'nul'), [])
  })

  test(`a process of the previous version works with the migrated table (${kind})`, async () => {
    await using place = await newPlace(kind)
    await using older = await open(place.env)
    await migrate(older.db, systemClock, before)
    await insert(older.db, 'Steve', 'steve@x.org')

    await using newer = await open(place.env)
    await migrate(newer.db, systemClock)
    await insert(newer.db, 'Nobody', null)
    await insert(older.db, 'Alex', 'alex@x.org')
    const address = { email: 'new@x.org', email_key: 'new@x.org' }
    await older.db.updateTable('player').set(address).where('id', '=', 'Steve').execute()
    const taken = await outcomeOf(insert(older.db, 'steve', 'other@x.org'))

    assert.equal(taken, 'player.username_key')
    assert.deepEqual(await find(newer.db, 'new@'), ['Steve'])
    assert.deepEqual(await find(newer.db, 'lex@'), ['Alex'])
    assert.deepEqual(await find(older.db, 'obod'), ['Nobody'])
  })
}

test('after a migration that rewrote the SQLite schema text, statements cannot change that text', async () => {
  await using place = await newPlace('SQLite')
  await using site = await open(place.env)
  await migrate(site.db, systemClock)
  await sql`pragma writable_schema = on`.execute(site.db)

  const change = sql`update sqlite_schema set sql = '' where name = 'player'`.execute(site.db)

  await assert.rejects(change, /may not be modified/)
})

async function open(env: Record<string, string>) {
  const db = await openDatabase(readConfig(env))
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}

async function insert(db: Db, username: string, email: string | null): Promise<void> {
  const key = email?.toLowerCase() ?? null
  const names = { username, username_key: username.toLowerCase(), email, email_key: key }
  const rest = { id: username, password_hash: '', locale: 'en', created_at: 1 }
  await db
    .insertInto('player')
    .values({ ...names, ...rest })
    .execute()
}

/** Returns the unique column that refused a statement, `refused` for another error, or `done`. */
function outcomeOf(statement: Promise<void>): Promise<string> {
  return statement.then(
    () => 'done',
    (error) => violatedUniqueColumn(error) ?? 'refused',
  )
}

async function rows(db: Db) {
  const all = await sql<object>`select * from player order by id`.execute(db)
  return all.rows.map((row) => ({ ...row }))
}

async function find(db: Db, query: string): Promise<string[]> {
  const { items } = await listPlayers({ db, clock: systemClock }, { query }, parsePlayerFilters({}))
  return items.map(({ username }) => username)
}

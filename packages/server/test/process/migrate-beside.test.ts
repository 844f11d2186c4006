import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { buildIndex } from '../../src/database/migrations/build-index.ts'
import { migrate, migrationStatus } from '../../src/database/migrations/migrate-store.ts'
import { type Migration, migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { databaseCheck } from '../../src/operations/doctor/check-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPostgresSite } from '../support/empty-site.ts'
import { newPlace } from '../support/server-process.ts'
import { databases, openSite } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const NAMES = migrations.map(({ name }) => name)
const SOON = { lockTimeout: 50, delay: 1, attempts: 10_000 }

const column: Migration = {
  name: '998-column',
  up: (db) => db.schema.alterTable('player').addColumn('mood', 'text').execute(),
}
const index: Migration = {
  name: '999-index',
  nonTransactional: true,
  up: (db) => buildIndex(db, 'player_mood_index', 'player (locale)'),
}

for (const kind of databases) {
  test(`an older version starts on the database of the next version with a warning (${kind})`, async () => {
    await using parts = new AsyncDisposableStack()
    const newer = await openSite(kind)
    parts.defer(() => newer.close())
    await newer.player('Steve')
    await migrate(newer.app.db, systemClock, [...migrations, column, index])

    const older = await openSite(kind, { env: environmentOf(newer) })
    parts.defer(() => older.close())
    const { id } = await older.player('Alex')
    const { app } = older
    const look = { config: app.config, clock: app.clock, db: app.db, allowsSlowChecks: false }
    const { state, detail } = await databaseCheck.run({ ...look, wrongSettings: [] })

    const status = await migrationStatus(app.db)
    assert.equal((await newer.app.db.selectFrom('player').select('id').execute()).length, 2)
    assert.ok(id)
    assert.deepEqual(status.newer, ['998-column', '999-index'])
    assert.equal(state, 'warning')
    assert.match(detail.en, /next version of Portal has already migrated/)
    assert.match(older.logLines.join('\n'), /database was migrated by a newer version/)
  })

  test(`a site keeps working when every table gets a column (${kind})`, async () => {
    const site = await openSite(kind)
    try {
      const { browser, accessToken } = await site.player('Steve')
      const me = () => browser.get('/auth/me', { authorization: `Bearer ${accessToken}` })
      const before = [await me(), await browser.refresh(), await browser.get('/public/news')]

      for (const { name } of await site.app.db.introspection.getTables()) {
        if (!name.startsWith('player_search')) {
          await sql`alter table ${sql.table(name)} add column mood text`.execute(site.app.db)
        }
      }
      const after = [await me(), await browser.refresh(), await browser.get('/public/news')]
      const alex = await site.player('Alex')

      const statuses = [...before, ...after].map(({ status }) => status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200])
      assert.deepEqual(after[0]?.body, before[0]?.body)
      assert.ok(alex.id)
    } finally {
      await site.close()
    }
  })

  test(`only one of many processes that start concurrently migrates (${kind})`, async () => {
    await using place = await newPlace(kind)
    await using parts = new AsyncDisposableStack()
    const open = async () => {
      const db = await openDatabase(readConfig(place.env), { hasLongStatements: true })
      parts.defer(() => db.destroy())
      return db
    }
    const dbs = [await open(), await open(), await open()]

    const all = [...migrations, column, index]
    const applied = await Promise.all(dbs.map((db) => migrate(db, systemClock, all)))

    const wanted = [...NAMES, '998-column', '999-index']
    assert.deepEqual(applied.flat().sort(), wanted.sort())
    assert.deepEqual(applied.filter((steps) => steps.includes('998-column')).length, 1)
  })
}

test('a migration step that waits for a table does not block reads of that table', async () => {
  await using parts = new AsyncDisposableStack()
  const { db, connect } = await openPostgres(parts)
  const [holder, reader] = [await connect(), await connect()]
  await holder.query('begin; select 1 from player')
  const migrated = migrate(db, systemClock, [...migrations, column], SOON)
  const waiting = await connect()
  await waitUntil(async () => (await waiters(waiting)).some((text) => text.includes('alter table')))

  await reader.query(`set lock_timeout = '5s'; select 1 from player`) // although the migration still waits
  await holder.query('commit')

  assert.deepEqual(await migrated, ['998-column'])
})

test('an index is built while other processes write to the table', async () => {
  await using parts = new AsyncDisposableStack()
  const { db, connect } = await openPostgres(parts)
  const [holder, writer, watcher] = [await connect(), await connect(), await connect()]
  await holder.query(`begin; update player set locale = 'ru'`)
  const migrated = migrate(db, systemClock, [...migrations, index], SOON)
  await waitUntil(async () =>
    (await waiters(watcher)).some((text) => text.includes('create index')),
  )

  await writer.query(`set lock_timeout = '5s'; update player set locale = 'en' where id = 'nobody'`)
  await holder.query('commit')

  assert.deepEqual(await migrated, ['999-index'])
  assert.deepEqual(await validity(watcher), [true])
})

test('an index whose build was interrupted is built again by the next migration', async () => {
  await using parts = new AsyncDisposableStack()
  const { db, connect } = await openPostgres(parts)
  const client = await connect()
  const values = ['a', 'b'].map(
    (id) => `('${id}', '${id}', '${id}', '${id}', '${id}', '', 'en', 0)`,
  )
  await client.query(`insert into player
    (id, username, username_key, email, email_key, password_hash, locale, created_at)
    values ${values.join()}`)
  await assert.rejects(
    client.query('create unique index concurrently player_mood_index on player (locale)'),
  )
  const before = await validity(client)

  await migrate(db, systemClock, [...migrations, index])

  assert.deepEqual([before, await validity(client)], [[false], [true]])
})

function environmentOf({ env }: { env: Record<string, string> }): Record<string, string> {
  const { DATABASE_URL = '', DATA_DIR = '' } = env
  return { DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) }
}

async function openPostgres(parts: AsyncDisposableStack) {
  const postgres = await newPostgresSite()
  parts.defer(() => postgres.drop())
  const db = await openDatabase(
    { dataDir: '', databaseUrl: postgres.url },
    { hasLongStatements: true },
  )
  parts.defer(() => db.destroy())
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    parts.defer(() => client.end())
    return client
  }
  return { db, connect }
}

/** Returns the statements that wait for a lock. */
async function waiters(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.map(({ query }) => String(query))
}

async function validity(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select indisvalid from pg_index where indexrelid = to_regclass('player_mood_index')`,
  )
  return rows.map(({ indisvalid }) => indisvalid)
}

test('no timeout of the database server ends a long migration', async () => {
  const postgres = await newPostgresSite()
  await using parts = new AsyncDisposableStack()
  parts.defer(() => postgres.drop())
  const direct = new pg.Client(postgres.url)
  await direct.connect()
  parts.defer(() => direct.end())
  for (const name of ['idle_in_transaction_session_timeout', 'statement_timeout']) {
    await direct.query(
      `alter role current_user in database ${databaseOf(postgres.url)} set ${name} = '60s'`,
    )
  }
  const db = await openDatabase(
    { dataDir: '', databaseUrl: postgres.url },
    { hasLongStatements: true },
  )
  parts.defer(() => db.destroy())
  const found: unknown[] = []
  const look: Migration = {
    name: '998-look',
    async up(tx) {
      const names = sql`current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('statement_timeout') as statement`
      found.push(...(await sql`select ${names}`.execute(tx)).rows)
    },
  }

  await migrate(db, systemClock, [...migrations, look])

  assert.deepEqual(found, [{ idle: '0', statement: '0' }])
})

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Kysely } from 'kysely'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../../scripts/test/embedded-postgres.ts'
import { compiledQuery } from '../../src/database/compiled-query.ts'
import type { Db } from '../../src/database/database.ts'
import { UnknownOutcomeError } from '../../src/database/database-failure.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { sqliteDialect } from '../../src/database/sqlite/dialect.ts'
import { REAL_TIME } from '../../src/database/timeouts.ts'
import { consumeJoin, insertJoin } from '../../src/integrations/yggdrasil/join-store.ts'
import { countCall } from '../../src/security/rate-limits/rate-limit-store.ts'

const writeSession = compiledQuery<Record<string, never>, unknown>((db) =>
  db.updateTable('session').set({ expires_at: 8 }),
)

const TABLES = [
  'create table rate_limit (counter text primary key, calls integer, resets_at integer)',
  'create table session (id text primary key, expires_at integer)',
  `create table game_join
    (server_id text primary key, session_id text, player_id text, ip text, expires_at integer)`,
  `insert into session values ('session', 9)`,
]

/** A database whose log cannot be synced: its file was renamed after SQLite had opened it. */
async function openUnsynced(stack: AsyncDisposableStack): Promise<Db> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-fleeting-'))
  stack.defer(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'portal.db')
  const raw = new DatabaseSync(path)
  stack.defer(() => raw.close())
  raw.exec('pragma journal_mode = wal')
  for (const statement of TABLES) raw.exec(statement)
  const db: Db = new Kysely({ dialect: sqliteDialect(path) })
  stack.defer(() => db.destroy())
  await db.transaction().execute((tx) => tx.selectFrom('session').select('id').execute())
  renameSync(`${path}-wal`, join(folder, 'moved'))
  return db
}

test('rate limit counters and game joins do not wait for the disk', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openUnsynced(stack)
  const joining = { serverId: 'server', sessionId: 'session', playerId: 'steve', ip: '::1' }

  const calls = await Promise.all([1, 2, 3].map(() => countCall(db, 'calls', limit)))
  const isJoined = await insertJoin(db, { ...joining, now: 1, expiresAt: 9 })
  const isTaken = await consumeJoin(db, { ...joining, now: 1 })

  assert.deepEqual(calls, [{ calls: 1, resetsAt: 9 }, { calls: 2, resetsAt: 9 }, undefined])
  assert.deepEqual([isJoined, isTaken], [true, true])
})

test('a write batched with a rate limit counter waits for the disk', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openUnsynced(stack)

  const outcomes = await Promise.allSettled([writeSession(db, {}), countCall(db, 'calls', limit)])

  const reasons = outcomes.map((one) => one.status === 'rejected' && one.reason)
  assert.ok(reasons.every((reason) => reason instanceof UnknownOutcomeError))
})

test('rate limit counters and game joins do not wait for a standby server', async () => {
  await using stack = new AsyncDisposableStack()
  const postgres = await startEmbeddedPostgres(['synchronous_standby_names=nobody'])
  stack.defer(() => postgres.stop())
  await makeTables(postgres.url)
  const place = { dataDir: '', databaseUrl: postgres.url }
  const db = await openDatabase(place)
  stack.defer(() => db.destroy())
  const hasty = await openDatabase(place, { timeScale: REAL_TIME })
  stack.defer(() => hasty.destroy())
  const joining = { serverId: 'server', sessionId: 'session', playerId: 'steve', ip: '::1' }

  const calls = await Promise.all([1, 2, 3].map(() => countCall(db, 'calls', limit)))
  const isJoined = await insertJoin(db, { ...joining, now: 1, expiresAt: 9 })
  const isTaken = await consumeJoin(db, { ...joining, now: 1 })
  const change = hasty.transaction().execute((tx) => countCall(tx, 'calls', { ...limit, now: 99 }))
  const [other, changed] = await Promise.allSettled([writeSession(hasty, {}), change])

  const counted = calls.map((one) => one?.calls ?? 0)
  assert.deepEqual(counted.sort(), [0, 1, 2])
  assert.deepEqual(Object.keys(calls.find((one) => one) ?? {}), ['calls', 'resetsAt'])
  assert.deepEqual([isJoined, isTaken], [true, true])
  assert.deepEqual([other.status, changed.status], ['rejected', 'rejected'])
})

async function makeTables(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of ['set synchronous_commit = off', ...TABLES]) await client.query(statement)
  await client.end()
}

const limit = { calls: 2, resetsAt: 9, now: 1 }

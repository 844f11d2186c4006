import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { seedInside } from '../../../../lab/seed/seed-inside.ts'
import {
  auditAt,
  banAt,
  deviceAt,
  grantAt,
  playerAt,
  roleAt,
  sessionAt,
} from '../../../../lab/seed/seed-rows.ts'
import type { Db } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { newPostgres } from '../support/empty-site.ts'

const players = 1100
const scale = { players, now: Date.UTC(2030, 0, 1, 12), passwordHash: 'hash' }
const counts = { players, sessions: 3 * players, grants: 220, audits: players }

test('players generated inside PostgreSQL equal those that the program writes', async () => {
  const postgres = await newPostgres()
  const db = await openDatabase(
    { dataDir: '', databaseUrl: postgres.url },
    { hasLongStatements: true },
  )
  try {
    await migrate(db, systemClock)
    await addBundles(db)
    const before = await indexes(db)

    await seedInside(db, counts, { ...scale, log: () => undefined })

    assert.deepEqual(await indexes(db), before)
    for (const [table, columns, count, rowAt] of [
      [
        'player',
        'id,username,username_key,email,email_key,password_hash,locale,activated_at,superuser_at,totp_enabled_at,inviter_id,created_at',
        players,
        playerAt,
      ],
      [
        'session',
        'id,player_id,device,agent,ip,counter,replacements,created_at,updated_at,expires_at',
        3 * players,
        sessionAt,
      ],
      ['device', 'player_id,mark,first_seen_at,last_seen_at', 2 * players, deviceAt],
      ['audit', 'id,at,action,actor,target,ip,before,after', players, auditAt],
      [
        'donate_grant',
        'id,player_id,group_id,starts_at,ends_at,created_at,author,taken_at',
        220,
        grantAt,
      ],
      ['player_role', 'player_id,role_id', 55, roleAt],
      ['ban', 'id,player_id,reason,author,created_at,expires_at,lifted_at,lifted_by', 11, banAt],
    ] as const) {
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.raw(columns)} from ${sql.table(table)}`.execute(db)
      const made = rows.map((row) => JSON.stringify(columns.split(',').map((name) => row[name])))
      const wanted = Array.from({ length: count }, (_, index) =>
        JSON.stringify(rowAt(index, scale)),
      )
      assert.deepEqual(made.sort(), wanted.sort(), table)
    }
  } finally {
    await db.destroy()
    await postgres.drop()
  }
})

async function addBundles(db: Db): Promise<void> {
  const rest = { name: '', priority: 0, permissions: '[]', created_at: 0 }
  for (const id of ['helper', 'moderator', 'builder']) {
    await db
      .insertInto('bundle')
      .values({ id, kind: 'role', ...rest })
      .execute()
  }
}

/** Lists every index and constraint as PostgreSQL writes them. */
async function indexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select indexdef as text from pg_indexes where schemaname = current_schema()
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = current_schema()::regnamespace order by text`.execute(
    db,
  )
  return rows.map(({ text }) => text)
}

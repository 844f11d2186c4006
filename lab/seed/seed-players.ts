import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { argon2Passwords } from '../../packages/server/src/credentials/password-hash/passwords.ts'
import { speaksPostgres } from '../../packages/server/src/database/database.ts'
import { migrate } from '../../packages/server/src/database/migrations/migrate-store.ts'
import { openDatabase } from '../../packages/server/src/database/open-database.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { systemRandom } from '../../packages/server/src/platform/random.ts'
import { readConfig, readEnvironment } from '../../packages/server/src/settings/config.ts'
import { insertMany, type Value } from './seed-insert.ts'
import { seedInside } from './seed-inside.ts'
import {
  auditAt,
  auditColumns,
  banAt,
  banColumns,
  bundleColumns,
  bundleRows,
  deviceAt,
  deviceColumns,
  grantAt,
  grantColumns,
  playerAt,
  playerColumns,
  roleAt,
  roleColumns,
  type Scale,
  sessionAt,
  sessionColumns,
} from './seed-rows.ts'

/**
 * Fills an empty database (DATA_DIR, DATABASE_URL) with seeded data, to test the panel with a large site.
 * The password of all players is `correct horse battery`; `steve_0`, `alex_1` and `herobrine_2` are
 * superusers.
 *
 *     DATA_DIR=/tmp/large node lab/seed/seed-players.ts --players 1000000
 *
 * On PostgreSQL, `--inside` makes the same rows by statements of the database, for tens of millions.
 */
const { values: asked } = parseArgs({
  options: {
    players: { type: 'string', default: '1000000' },
    sessions: { type: 'string', default: '3000000' },
    grants: { type: 'string', default: '200000' },
    audits: { type: 'string', default: '3000000' },
    inside: { type: 'boolean', default: false },
  },
})
const players = Number(asked.players)

const db = await openDatabase(readConfig(readEnvironment(process.env)), { hasLongStatements: true })
try {
  await migrate(db, systemClock)
  // keeps the indexes of random ids in memory; a crash would lose only seeded data
  if (!speaksPostgres(db)) {
    await sql`pragma cache_size = -1500000`.execute(db)
    await sql`pragma synchronous = off`.execute(db)
  }
  const taken = await db.selectFrom('player').select('id').limit(1).executeTakeFirst()
  if (taken) throw new Error('the database is not empty: it has players')

  const passwordHash = await (await argon2Passwords(systemRandom, 1)).hash('correct horse battery')
  const scale: Scale = { players, now: systemClock.now(), passwordHash }
  await insertMany(db, 'bundle', bundleColumns, bundleRows.length, (row) => bundleRows[row] ?? [])
  await (asked.inside ? seedInDatabase(scale) : seedFromProcess(scale))
} finally {
  await db.destroy()
}

async function seedInDatabase(scale: Scale): Promise<void> {
  const counts = { sessions: Number(asked.sessions), audits: Number(asked.audits) }
  const all = { ...counts, players, grants: Number(asked.grants) }
  await seedInside(db, all, { ...scale, log: (text) => console.error(text) })
}

async function seedFromProcess(scale: Scale): Promise<void> {
  const fill = (
    table: string,
    columns: readonly string[],
    count: number,
    rowAt: (index: number, of: Scale) => Value[],
  ) => insertMany(db, table, columns, count, (index) => rowAt(index, scale))

  await fill('player', playerColumns, players, playerAt)
  await fill('session', sessionColumns, Number(asked.sessions), sessionAt)
  await fill('device', deviceColumns, players * 2, deviceAt)
  await fill('audit', auditColumns, Number(asked.audits), auditAt)
  await fill('donate_grant', grantColumns, Number(asked.grants), grantAt)
  await fill('player_role', roleColumns, Math.floor(players / 20), roleAt)
  await fill('ban', banColumns, Math.floor(players / 100), banAt)
}

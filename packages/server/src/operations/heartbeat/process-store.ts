import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { hasLastingConsumer } from '../../events/consumer-store.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'

/** `clockAhead` is by how many milliseconds the clock of the process is ahead of the clock of the database. */
export type Process = { id: string; version: string; machine: string; clockAhead: number }

/** After this time without a heartbeat, a process is no longer listed. */
const HEARTBEAT_TTL = 3 * MINUTE

/** Reads the clock of PostgreSQL. Returns `now` on SQLite, which has no clock of its own. */
export async function readClock(db: Db, now: number): Promise<number> {
  if (!speaksPostgres(db)) return now
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db)
  return rows[0]?.at ?? now
}

/**
 * Stores the heartbeat of a process.
 * @returns whether a webhook or the Discord bot reads events, which the same statement checks
 */
export async function upsertProcess(db: Db, process: Process, at: number): Promise<boolean> {
  const { id, version, machine, clockAhead } = process
  const seen = { version, machine, clock_ahead: Math.round(clockAhead), seen_at: at }
  const { hasReader } = await db
    .insertInto('process')
    .values({ id, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
    .returning(hasLastingConsumer.as('hasReader'))
    .executeTakeFirstOrThrow()
  return hasReader === 1
}

export async function listProcesses(db: Db, now: number): Promise<Process[]> {
  return db
    .selectFrom('process')
    .select(['id', 'version', 'machine', 'clock_ahead as clockAhead'])
    .where('seen_at', '>', (await readClock(db, now)) - HEARTBEAT_TTL)
    .orderBy('machine')
    .orderBy('id')
    .execute()
}

export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('process').where('id', '=', id).execute()
}

export async function deleteOldProcesses(db: Db, now: number): Promise<void> {
  const before = (await readClock(db, now)) - DAY
  await db.deleteFrom('process').where('seen_at', '<', before).execute()
}

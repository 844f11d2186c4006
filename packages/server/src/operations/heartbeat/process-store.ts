import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'

/** A process that serves the site. `clockAhead`: of the database's clock, in milliseconds. */
export type Process = { id: string; version: string; machine: string; clockAhead: number }

/** How long a process that says nothing counts as one that serves. */
const SILENT_AFTER = 3 * MINUTE

/** Reads the clock of PostgreSQL; SQLite has none of its own, so there it is `now`. */
export async function readClock(db: Db, now: number): Promise<number> {
  if (!speaksPostgres(db)) return now
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db)
  return rows[0]?.at ?? now
}

/** Notes that a process is there. @param at by the clock of the database. */
export async function noteProcess(db: Db, process: Process, at: number): Promise<void> {
  const { id, version, machine, clockAhead } = process
  const seen = { version, machine, clock_ahead: Math.round(clockAhead), seen_at: at }
  await db
    .insertInto('process')
    .values({ id, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
    .execute()
}

/** Lists the processes that serve the site. */
export async function listProcesses(db: Db, now: number): Promise<Process[]> {
  return db
    .selectFrom('process')
    .select(['id', 'version', 'machine', 'clock_ahead as clockAhead'])
    .where('seen_at', '>', (await readClock(db, now)) - SILENT_AFTER)
    .orderBy('machine')
    .orderBy('id')
    .execute()
}

/** Forgets a process that ends. */
export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('process').where('id', '=', id).execute()
}

/** Forgets processes that ended without a word. */
export async function deleteOldProcesses(db: Db, now: number): Promise<void> {
  const before = (await readClock(db, now)) - DAY
  await db.deleteFrom('process').where('seen_at', '<', before).execute()
}

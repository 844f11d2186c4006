import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { type Db, speaksPostgres } from '../database.ts'
import { isLockWait } from '../database-failure.ts'
import { migrations as allMigrations, LAST_RELEASE, type Migration } from './migrations.ts'

/** `serves_from`: the newest step of the oldest program that the database still serves. */
type Row = { name: string; applied_at: number; serves_from?: string | null | undefined }
type Migrated = { migration: Row }

/** `newer` steps came from the next version, beside which this one may go on. */
export type MigrationStatus = { applied: string[]; pending: string[]; newer: string[] }

/** The database was written by a Portal so much newer that this one would not understand it. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    super(`the database has migrations this version does not know: ${unknown.join(', ')}`)
  }
}

/** How long a step may keep others waiting for a table, and how often it comes again after that. */
export type Patience = { lockWait: number; pause: number; tries: number }

const LOOK_AGAIN_AFTER = 200
const PATIENCE: Patience = { lockWait: 2000, pause: 3000, tries: 60 }

/**
 * Brings the database to its present form. Steps that follow one another share a transaction: a crash
 * leaves the database as it was. A step `apart` runs outside of it, where it locks nobody out, unless the
 * database is empty. When
 * several instances start at once, one migrates while the others wait; those that serve meanwhile wait
 * at most `lockWait` for a table, because a step that does not get its lock by then lets them go first.
 * Why not Kysely's own: docs/decisions/002-own-migrator.md.
 *
 * @throws NewerDatabase
 * @returns the names of the steps that this call applied.
 */
export async function migrate(
  db: Db,
  clock: Clock,
  migrations: readonly Migration[] = allMigrations,
  patience = PATIENCE,
): Promise<string[]> {
  const { pending, applied: present } = await migrationStatus(db, migrations)
  if (pending.length === 0) return []
  if (db.isTransaction) return applyPending(db, clock, { all: migrations, wanted: migrations })

  const applied: string[] = []
  const missing = migrations.filter(({ name }) => pending.includes(name))
  const isEmpty = present.length === 0 // nobody can be locked out of an empty database
  for (const wanted of isEmpty ? [missing] : inTurns(missing)) {
    const steps = { all: migrations, wanted, patience, ...(!isEmpty && { db }) }
    const turn = () => db.transaction().execute((tx) => applyPending(tx, clock, steps))
    applied.push(...(await untilLocked(turn, patience)))
  }
  return applied
}

type Steps = {
  all: readonly Migration[]
  wanted: readonly Migration[]
  /** Where a step apart may run on a connection of its own. */
  db?: Db
  patience?: Patience
}

async function applyPending(
  tx: Db,
  clock: Clock,
  { all, wanted, db = tx, patience }: Steps,
): Promise<string[]> {
  const table = tx as unknown as Kysely<Migrated>
  await lockMigrations(tx, patience)
  const { pending } = compare(await preparedRows(table), all)
  const steps = wanted.filter(({ name }) => pending.includes(name))
  for (const { name, up, apart } of steps) {
    const now = clock.now()
    // The lock stays in this transaction, which has no snapshot and locks no table that a step needs.
    await up(apart && speaksPostgres(tx) ? db : tx, now)
    const row = { name, applied_at: now, serves_from: LAST_RELEASE }
    await table.insertInto('migration').values(row).execute()
  }
  return steps.map(({ name }) => name)
}

/** @throws NewerDatabase */
export async function migrationStatus(
  db: Db,
  migrations: readonly Migration[] = allMigrations,
): Promise<MigrationStatus> {
  const database = db as unknown as Kysely<Migrated>
  const known = await hasMigrationTable(db)
  return compare(known ? await appliedRows(database) : [], migrations)
}

function compare(rows: readonly Row[], migrations: readonly Migration[]): MigrationStatus {
  const names = migrations.map(({ name }) => name)
  const applied = rows.map(({ name }) => name)
  const pending = names.filter((name) => !applied.includes(name))
  const unknown = rows.filter(({ name }) => !names.includes(name))
  const newest = names.toSorted().at(-1) ?? ''
  const strange = unknown.filter(
    ({ serves_from: from }) => !from || from > newest || pending.length > 0,
  )
  if (strange.length > 0) throw new NewerDatabase(strange.map(({ name }) => name))
  return { applied, pending, newer: unknown.map(({ name }) => name) }
}

/** Each step apart is a turn of its own; the others between share one. */
function inTurns(steps: readonly Migration[]): Migration[][] {
  const turns: Migration[][] = []
  for (const step of steps) {
    const last = turns.at(-1)
    if (!last || step.apart || last[0]?.apart) turns.push([step])
    else last.push(step)
  }
  return turns
}

/**
 * Comes again when another instance migrates, and when somebody held a table for long, after they and
 * those behind them had their turn.
 */
async function untilLocked<T>(turn: () => Promise<T>, { pause, tries }: Patience): Promise<T> {
  for (let left = tries; ; ) {
    try {
      return await turn()
    } catch (error) {
      if (isLockWait(error)) left -= 1
      else if (!(error instanceof Elsewhere)) throw error
      if (left <= 0) throw error
      await sleep(error instanceof Elsewhere ? LOOK_AGAIN_AFTER : pause)
    }
  }
}

/** Reads the table of migrations, which is made or brought to its present form first. */
async function preparedRows(db: Kysely<Migrated>): Promise<Row[]> {
  await db.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .addColumn('serves_from', 'text')
    .execute()
  const rows = await appliedRows(db)
  const isOld = rows[0] !== undefined && !('serves_from' in rows[0])
  if (isOld) await db.schema.alterTable('migration').addColumn('serves_from', 'text').execute()
  return rows
}

/** An older table lacks a column, so it cannot be named here. */
function appliedRows(db: Kysely<Migrated>): Promise<Row[]> {
  return db.selectFrom('migration').selectAll().orderBy('name').execute()
}

async function hasMigrationTable(db: Db): Promise<boolean> {
  const query = speaksPostgres(db)
    ? sql`select 1 from information_schema.tables
        where table_schema = current_schema() and table_name = 'migration'`
    : sql`select 1 from sqlite_master where type = 'table' and name = 'migration'`
  return (await query.execute(db)).rows.length > 0
}

/** Another instance migrates at the moment. */
class Elsewhere extends Error {}

/**
 * Lets one instance migrate: SQLite's transactions lock the file; PostgreSQL needs an agreed number. Who
 * has to wait comes again, because the building of an index would wait for a statement that waits here.
 *
 * @throws Elsewhere
 */
async function lockMigrations(tx: Db, patience: Patience | undefined): Promise<void> {
  if (!speaksPostgres(tx)) return
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(7411019) as taken`.execute(tx)
  if (!rows[0]?.taken) throw new Elsewhere('another instance migrates the database')
  // While a step runs apart this transaction waits, for hours if need be, and so may a step in it.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  if (patience) await sql`set local lock_timeout = ${sql.lit(patience.lockWait)}`.execute(tx)
}

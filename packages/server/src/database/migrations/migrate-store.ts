import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { type Db, speaksPostgres } from '../database.ts'
import { isLockTimeout } from '../database-failure.ts'
import { migrations as allMigrations, LAST_RELEASE, type Migration } from './migrations.ts'

/** `serves_from` is the newest step of the oldest version that still works with the database. */
type Row = { name: string; applied_at: number; serves_from?: string | null | undefined }
type Migrated = { migration: Row }

/** `newer` are applied steps of a later version, which may run beside this version. */
export type MigrationStatus = { applied: string[]; pending: string[]; newer: string[] }

export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    super(`the database has migrations this version does not know: ${unknown.join(', ')}`)
  }
}

export type LockRetry = { lockTimeout: number; delay: number; attempts: number }

const MIGRATION_POLL_DELAY = 200
const LOCK_RETRY: LockRetry = { lockTimeout: 2000, delay: 3000, attempts: 60 }

/**
 * Applies the missing migrations. Consecutive steps share a transaction, so that a crash leaves the database unchanged.
 * A non-transactional step runs outside it without locking other processes out, except in an empty database. Of several
 * instances, one migrates while the others wait. If a step does not get the lock of a table within `lockTimeout`, it
 * waits for `delay` to let other statements go first, and tries again. Kysely's migrator is not used for the reasons in
 * docs/decisions/002-own-migrator.md.
 * @throws NewerDatabase
 * @returns the names of the steps that this call applied
 */
export async function migrate(
  db: Db,
  clock: Clock,
  migrations: readonly Migration[] = allMigrations,
  lockRetry = LOCK_RETRY,
): Promise<string[]> {
  const { pending, applied: present } = await migrationStatus(db, migrations)
  if (pending.length === 0) return []
  if (db.isTransaction) return applyPending(db, clock, { all: migrations, wanted: migrations })

  const applied: string[] = []
  const missing = migrations.filter(({ name }) => pending.includes(name))
  const isEmpty = present.length === 0 // in an empty database there are no other users to lock out
  for (const wanted of isEmpty ? [missing] : groupByTransaction(missing)) {
    const steps = { all: migrations, wanted, lockRetry, ...(!isEmpty && { db }) }
    const applyGroup = () => db.transaction().execute((tx) => applyPending(tx, clock, steps))
    applied.push(...(await retryUntilLocked(applyGroup, lockRetry)))
  }
  return applied
}

type Steps = {
  all: readonly Migration[]
  wanted: readonly Migration[]
  db?: Db
  lockRetry?: LockRetry
}

async function applyPending(
  tx: Db,
  clock: Clock,
  { all, wanted, db = tx, lockRetry }: Steps,
): Promise<string[]> {
  const table = tx as unknown as Kysely<Migrated>
  await lockMigrations(tx, lockRetry)
  const { pending } = compare(await preparedRows(table), all)
  const steps = wanted.filter(({ name }) => pending.includes(name))
  for (const { name, up, nonTransactional } of steps) {
    const now = clock.now()
    // The lock stays in this transaction, which has no snapshot and locks no table that a step needs.
    await up(nonTransactional && speaksPostgres(tx) ? db : tx, now)
    const row = { name, applied_at: now, serves_from: LAST_RELEASE }
    await table.insertInto('migration').values(row).execute()
  }
  return steps.map(({ name }) => name)
}

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
  const incompatible = unknown.filter(
    ({ serves_from: from }) => !from || from > newest || pending.length > 0,
  )
  if (incompatible.length > 0) throw new NewerDatabase(incompatible.map(({ name }) => name))
  return { applied, pending, newer: unknown.map(({ name }) => name) }
}

/** Groups steps by transaction: each non-transactional step alone, consecutive other steps together. */
function groupByTransaction(steps: readonly Migration[]): Migration[][] {
  const groups: Migration[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (!last || step.nonTransactional || last[0]?.nonTransactional) groups.push([step])
    else last.push(step)
  }
  return groups
}

/**
 * Repeats a group of steps after a lock timeout. During the delay, the holders of the lock and the queued statements go
 * first.
 */
async function retryUntilLocked<T>(
  applyGroup: () => Promise<T>,
  { delay, attempts }: LockRetry,
): Promise<T> {
  for (let left = attempts; ; ) {
    try {
      return await applyGroup()
    } catch (error) {
      if (isLockTimeout(error)) left -= 1
      else if (!(error instanceof MigrationInProgress)) throw error
      if (left <= 0) throw error
      await sleep(error instanceof MigrationInProgress ? MIGRATION_POLL_DELAY : delay)
    }
  }
}

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

/** Selects all columns, because the table of an older version lacks `serves_from`. */
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

class MigrationInProgress extends Error {}

/**
 * Ensures that only one instance migrates. On SQLite, the transaction already locks the file; PostgreSQL needs an
 * advisory lock. Fails instead of waiting for the lock: an index build of the other instance would in turn wait for the
 * waiting statement.
 * @throws MigrationInProgress
 */
async function lockMigrations(tx: Db, lockRetry: LockRetry | undefined): Promise<void> {
  if (!speaksPostgres(tx)) return
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(7411019) as taken`.execute(tx)
  if (!rows[0]?.taken) throw new MigrationInProgress('another instance migrates the database')
  // While a non-transactional step runs, this transaction may be idle for hours.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  if (lockRetry) await sql`set local lock_timeout = ${sql.lit(lockRetry.lockTimeout)}`.execute(tx)
}

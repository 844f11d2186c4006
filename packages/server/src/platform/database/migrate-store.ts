import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { type Db, speaksPostgres } from './database.ts'
import { migrations as allMigrations, type Migration } from './migrations/migrations.ts'

type Migrated = { migration: { name: string; applied_at: number } }

export type MigrationStatus = { applied: string[]; pending: string[] }

/** The database was written by a newer Portal, so this one would not understand it. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    super(`the database has migrations this version does not know: ${unknown.join(', ')}`)
  }
}

/**
 * Brings the database to its present form with all steps in one transaction. A crash leaves it as it
 * was, and when several instances start at once, one migrates while the others wait.
 * Why not Kysely's own: docs/decisions/002-own-migrator.md.
 *
 * @throws NewerDatabase
 * @returns the names of the applied steps.
 */
export async function migrate(
  db: Db,
  clock: Clock,
  migrations: readonly Migration[] = allMigrations,
): Promise<string[]> {
  if ((await migrationStatus(db, migrations)).pending.length === 0) return []

  const work = async (connection: Db): Promise<string[]> => {
    const tx = connection as unknown as Kysely<Migrated>
    await lockMigrations(tx)
    await tx.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute()
    const { pending } = compare(await appliedNames(tx), migrations)
    for (const migration of migrations.filter(({ name }) => pending.includes(name))) {
      const now = clock.now()
      await migration.up(connection, now)
      await tx.insertInto('migration').values({ name: migration.name, applied_at: now }).execute()
    }
    return pending
  }
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** @throws NewerDatabase */
export async function migrationStatus(
  db: Db,
  migrations: readonly Migration[] = allMigrations,
): Promise<MigrationStatus> {
  const database = db as unknown as Kysely<Migrated>
  const known = await hasMigrationTable(database)
  return compare(known ? await appliedNames(database) : [], migrations)
}

function compare(applied: string[], migrations: readonly Migration[]): MigrationStatus {
  const names = migrations.map(({ name }) => name)
  const unknown = applied.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new NewerDatabase(unknown)
  return { applied, pending: names.filter((name) => !applied.includes(name)) }
}

async function appliedNames(db: Kysely<Migrated>): Promise<string[]> {
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

async function hasMigrationTable(db: Kysely<Migrated>): Promise<boolean> {
  const query = speaksPostgres(db)
    ? sql`select 1 from information_schema.tables
        where table_schema = current_schema() and table_name = 'migration'`
    : sql`select 1 from sqlite_master where type = 'table' and name = 'migration'`
  return (await query.execute(db)).rows.length > 0
}

/** Lets one instance migrate: SQLite's transactions lock the file; PostgreSQL needs an agreed number. */
async function lockMigrations(db: Kysely<Migrated>): Promise<void> {
  if (speaksPostgres(db)) await sql`select pg_advisory_xact_lock(7411019)`.execute(db)
}

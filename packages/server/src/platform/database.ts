import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresAdapter, sql } from 'kysely'
import { UnusableDatabase } from './postgres-url.ts'
import { retryingConflicts } from './retry-conflicts.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

/** A connection or an open transaction; store functions accept either. */
export type Db = Kysely<Tables>

/**
 * Opens `portal.db` in the data directory, or the PostgreSQL database of a `postgres://` URL.
 *
 * @param options.patient for migrations: statements may take as long as they need.
 * @throws UnusableDatabase, or SQLite's own error.
 */
export async function openDatabase(
  place: { dataDir: string; databaseUrl: string },
  { patient = false }: { patient?: boolean } = {},
): Promise<Db> {
  if (place.databaseUrl) {
    return openPostgres(place.databaseUrl, patient)
  }
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
  const db = new Kysely<Tables>({ dialect: sqliteDialect(join(place.dataDir, 'portal.db')) })
  await pingDatabase(db) // opens the file
  return db
}

async function openPostgres(url: string, patient: boolean): Promise<Db> {
  const { postgresDialect } = await import('./postgres-dialect.ts') // 40 ms that SQLite spares
  const db = retryingConflicts(new Kysely<Tables>({ dialect: postgresDialect(url, patient) }))
  try {
    await pingDatabase(db)
    return db
  } catch (error) {
    await db.destroy()
    throw new UnusableDatabase(url, error)
  }
}

/** Resolves when the database answers. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Whether this is PostgreSQL, for the few statements that the two databases spell differently. */
export function speaksPostgres(db: Pick<Db, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Runs work in a transaction: in the caller's own when `db` is one, else in a new one. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

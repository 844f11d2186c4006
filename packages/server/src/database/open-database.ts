import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type Db, pingDatabase } from './database.ts'
import { UnusableDatabase } from './postgres/url.ts'
import { retryingConflicts } from './retry-conflicts.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import type { Tables } from './tables/tables.ts'
import type { TimeScale } from './timeouts.ts'

/**
 * Opens PostgreSQL if there is a `databaseUrl`, otherwise the SQLite file in `dataDir`, which is created if it is
 * missing.
 * @param options.hasLongStatements for migrations: no statement timeout
 * @param options.timeScale shortens timeouts in tests
 * @throws UnusableDatabase, or SQLite's own error
 */
export async function openDatabase(
  place: { dataDir: string; databaseUrl: string },
  options: { hasLongStatements?: boolean; timeScale?: TimeScale } = {},
): Promise<Db> {
  if (place.databaseUrl) {
    return openPostgres(place.databaseUrl, options)
  }
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
  const file = join(place.dataDir, 'portal.db')
  restrictToOwner(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  await pingDatabase(db)
  return db
}

/**
 * Creates the database file so that only its owner can read it, regardless of the folder and the umask. SQLite gives
 * the WAL file and its index the same mode.
 */
function restrictToOwner(file: string): void {
  // Never opens an existing file: closing it would drop the locks that SQLite holds on it.
  attempt(() => closeSync(openSync(file, 'wx', 0o600)))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    attempt(() => {
      if (statSync(path).mode & 0o077) chmodSync(path, 0o600) // the file was made by an older version
    })
  }
}

/**
 * Runs an action and ignores its errors: the file may exist or belong to another user, or the file system has no
 * modes.
 */
function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // SQLite reports real problems
  }
}

async function openPostgres(
  url: string,
  options: { hasLongStatements?: boolean; timeScale?: TimeScale },
): Promise<Db> {
  const { postgresDialect } = await import('./postgres/dialect.ts') // loaded on demand: saves sites with SQLite 40 ms
  const db = retryingConflicts(new Kysely<Tables>({ dialect: postgresDialect(url, options) }))
  try {
    await pingDatabase(db)
    return db
  } catch (error) {
    await db.destroy()
    throw new UnusableDatabase(url, error)
  }
}

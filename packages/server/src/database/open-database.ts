import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type Db, pingDatabase } from './database.ts'
import { UnusableDatabase } from './postgres/url.ts'
import { retryingConflicts } from './retry-conflicts.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import type { Tables } from './tables/tables.ts'
import type { Pace } from './timeouts.ts'

/**
 * Opens `portal.db` in the data directory, or the PostgreSQL database of a `postgres://` URL.
 *
 * @param options.patient for migrations: statements may take as long as they need.
 * @param options.pace how long a second is, for stories about outages.
 * @throws UnusableDatabase, or SQLite's own error.
 */
export async function openDatabase(
  place: { dataDir: string; databaseUrl: string },
  options: { patient?: boolean; pace?: Pace } = {},
): Promise<Db> {
  if (place.databaseUrl) {
    return openPostgres(place.databaseUrl, options)
  }
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
  const file = join(place.dataDir, 'portal.db')
  keepFromOthers(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  await pingDatabase(db) // opens the file
  return db
}

/**
 * Makes the file readable by its owner alone, whatever the folder and the umask allow. SQLite gives
 * the log and the index beside it the same mode.
 */
function keepFromOthers(file: string): void {
  // An existing file must not be opened: closing it would drop the locks that SQLite holds on it.
  attempt(() => closeSync(openSync(file, 'wx', 0o600)))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    attempt(() => {
      if (statSync(path).mode & 0o077) chmodSync(path, 0o600) // made by an older version
    })
  }
}

/** The file may exist, belong to another user or know no modes: SQLite reports what matters. */
function attempt(deed: () => void): void {
  try {
    deed()
  } catch {
    // SQLite will say what is wrong, if anything is.
  }
}

async function openPostgres(url: string, options: { patient?: boolean; pace?: Pace }): Promise<Db> {
  const { postgresDialect } = await import('./postgres/dialect.ts') // 40 ms that a site on SQLite saves
  const db = retryingConflicts(new Kysely<Tables>({ dialect: postgresDialect(url, options) }))
  try {
    await pingDatabase(db)
    return db
  } catch (error) {
    await db.destroy()
    throw new UnusableDatabase(url, error)
  }
}

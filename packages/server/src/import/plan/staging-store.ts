import { chmodSync, closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newToken, type Random } from '../../platform/random.ts'

const NAME = /^import-[A-Za-z0-9_-]+\.scratch$/

const TABLES = `
  create table entry (
    seq integer primary key,
    row text not null, name text not null, username text not null, name_key text not null,
    email text, email_key text,
    uuid text, game_uuid text, premium_uuid text, offline_uuid text not null,
    seen_at integer,
    state text not null, player_id text,
    scheme text, hash_head text, hash_digest text, stored text, stored_before text, is_new integer not null default 0, totp_is_new integer not null default 0,
    suggested_name text,
    rest text not null
  ) strict;
  create table remark (seq integer not null, kind text not null, code text not null, data text not null) strict;
  create table texture (
    hash text primary key, kind text not null, width integer not null, height integer not null,
    bytes blob not null
  ) strict;
  create index entry_name on entry (name_key);
  create index entry_email on entry (email_key);
  create index entry_uuid on entry (uuid);
  create index remark_seq on remark (seq);
`

export type StagingDatabase = { db: DatabaseSync; path: string; [Symbol.dispose](): void }

/**
 * Opens the database of a new plan: a file that only its owner can read, in the data folder, or in the folder for
 * temporary files if there is no data folder. The file is locked while it is open, and deleted on disposal. First
 * deletes the files of imports whose process was killed, which are not locked.
 */
export function openStaging(dataDir: string, random: Random): StagingDatabase {
  const folder = existsSync(dataDir) ? dataDir : tmpdir()
  for (const name of readdirSync(folder).filter((one) => NAME.test(one))) {
    const path = join(folder, name)
    whileFree(path, () => rmSync(path, { force: true }))
  }
  for (;;) {
    const path = join(folder, `import-${newToken(random)}.scratch`)
    const db = lockNew(path)
    if (!db) continue
    db.exec(TABLES)
    return {
      db,
      path,
      [Symbol.dispose]() {
        db.close()
        rmSync(path, { force: true })
      },
    }
  }
}

/**
 * Opens and locks a new file. Until it is locked, another import may regard it as a leftover, lock it and delete it. So
 * the file is kept only if it still is the same file once it is locked.
 * @returns undefined if the file was deleted
 */
function lockNew(path: string): DatabaseSync | undefined {
  closeSync(openSync(path, 'wx', 0o600))
  const made = inodeOf(path)
  // An import discards its plan on any error and never rolls back, so the plan needs neither syncs nor a journal. A
  // journal in memory would hold every page that a statement about all rows changes; SQLite's defensive mode would
  // require one.
  const db = new DatabaseSync(path, { timeout: LOCK_TIMEOUT, defensive: false })
  db.exec(`
    pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive;
    pragma cache_size = -8000; begin exclusive; pragma user_version = 1; commit;
  `)
  if (made !== undefined && inodeOf(path) === made) {
    chmodSync(path, 0o600) // SQLite creates the file again if it was deleted
    return db
  }
  db.close()
  rmSync(path, { force: true })
  return undefined
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}

const BUSY = 5
const LOCK_TIMEOUT = 5_000

export function isStagingInUse(path: string): boolean {
  return !whileFree(path, () => undefined)
}

/**
 * Runs `work` if no live process has the plan open, and prevents processes from opening it in the meantime.
 * @returns whether `work` ran
 */
function whileFree(path: string, work: () => void): boolean {
  try {
    using db = new DatabaseSync(path, { timeout: 0 })
    db.exec('begin exclusive')
    work()
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false
    work() // the file is no database: its process was killed while creating it
    return true
  }
}

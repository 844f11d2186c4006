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
    rest text not null
  ) strict;
  create table remark (seq integer not null, kind text not null, text text not null) strict;
  create table texture (
    hash text primary key, kind text not null, width integer not null, height integer not null,
    bytes blob not null
  ) strict;
  create index entry_name on entry (name_key);
  create index entry_email on entry (email_key);
  create index entry_uuid on entry (uuid);
  create index remark_seq on remark (seq);
`

/** A file of the plan of one import, which nobody else can read. */
export type Scratch = { db: DatabaseSync; path: string; [Symbol.dispose](): void }

/**
 * Opens a new file of mode 600 in the data folder (or the folder for temporary files, where there is
 * none), locks it while it is open, and deletes it afterwards. Files that a killed import left behind
 * are deleted first: nobody holds their lock.
 */
export function openScratch(dataDir: string, random: Random): Scratch {
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
 * Makes a file and locks it. Another import may find it before it is locked, and take it for one that was left
 * behind. It deletes the file while it has the lock itself; so whoever has the lock, and still finds the same
 * file under its name, keeps it.
 *
 * @returns undefined when the file is gone.
 */
function lockNew(path: string): DatabaseSync | undefined {
  closeSync(openSync(path, 'wx', 0o600))
  const made = inodeOf(path)
  // The plan is thrown away whenever something fails, so nothing is ever rolled back: it needs neither syncs
  // nor a journal, which in memory would hold every page that a statement about all rows changes, and which
  // SQLite's defence would insist on.
  const db = new DatabaseSync(path, { timeout: LOCKED_WITHIN, defensive: false })
  db.exec(`
    pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive;
    pragma cache_size = -8000; begin exclusive; pragma user_version = 1; commit;
  `)
  if (made !== undefined && inodeOf(path) === made) {
    chmodSync(path, 0o600) // SQLite makes a file that was deleted before it was opened
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
const LOCKED_WITHIN = 5_000

/** Whether a process that lives has this plan. */
export function isScratchInUse(path: string): boolean {
  return !whileFree(path, () => undefined)
}

/** Does something with a plan that no living process has, and that none can take meanwhile. @returns whether. */
function whileFree(path: string, work: () => void): boolean {
  try {
    using db = new DatabaseSync(path, { timeout: 0 })
    db.exec('begin exclusive')
    work()
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false
    work() // it was cut off while it was written, and is no database
    return true
  }
}

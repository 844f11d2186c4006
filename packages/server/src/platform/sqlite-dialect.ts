import { closeSync, fdatasync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { groupSync } from './group-sync.ts'

const KEPT_STATEMENTS = 500

/**
 * Kysely on Node's built-in SQLite.
 *
 * Commits are durable and grouped: SQLite itself writes the log without waiting for the disk
 * (synchronous = NORMAL), and a call that wrote resolves only after the log was synced in the
 * background. So a commit that was answered survives `kill -9` and a power loss, as with FULL, but
 * requests that commit at the same time share one sync and the event loop never waits for the disk
 * (docs/decisions/001-group-commit.md).
 */
export function sqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new SharedConnectionAdapter(),
    createDriver: () => new SqliteDriver(path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/**
 * The driver below hands its one connection on by itself. Kysely would keep the next user waiting
 * until the sync of the one before is over, and nothing could be grouped.
 */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #path: string
  #connection: SqliteConnection | undefined
  #logFile: number | undefined
  #busy: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined
  readonly #sync = groupSync(() => promisify(fdatasync)(this.#openLog()))

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    const sqlite = openFile(this.#path)
    const settings = `
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA foreign_keys = ON;
      PRAGMA wal_autocheckpoint = 4000; -- a checkpoint waits for the disk: every 16 MB is often enough
      PRAGMA cache_size = -2000;
    `
    await whenFree(() => sqlite.exec(settings))
    this.#connection = new SqliteConnection(sqlite)
  }

  /** One connection, one user at a time: a transaction is not joined by strangers. */
  async acquireConnection(): Promise<DatabaseConnection> {
    const free = this.#busy
    let release: () => void = () => undefined
    this.#busy = new Promise((resolve) => {
      release = resolve
    })
    await free
    this.#release = release
    return this.#connected()
  }

  async releaseConnection(): Promise<void> {
    const connection = this.#connected()
    const wrote = connection.wrote
    connection.wrote = false
    this.#release()
    if (wrote) await this.#sync()
  }

  /** IMMEDIATE: a transaction that will write waits for its turn now, and cannot fail half-way. */
  async beginTransaction(): Promise<void> {
    await whenFree(() => this.#connected().exec('begin immediate'))
  }

  async commitTransaction(): Promise<void> {
    this.#connected().exec('commit')
  }

  async rollbackTransaction(): Promise<void> {
    const connection = this.#connected()
    connection.wrote = false
    if (connection.inTransaction) connection.exec('rollback') // a full disk rolls back by itself
  }

  async destroy(): Promise<void> {
    if (this.#logFile !== undefined) closeSync(this.#logFile)
    this.#connection?.close()
  }

  #connected(): SqliteConnection {
    if (!this.#connection) throw new Error('the database is not open')
    return this.#connection
  }

  /** The log lives as long as the connection; SQLite keeps no lock on it that closing would lose. */
  #openLog(): number {
    this.#logFile ??= openSync(`${this.#path}-wal`, 'r+')
    return this.#logFile
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: DatabaseSync
  readonly #statements = new Map<string, Prepared>()
  /** Whether something was written since the last sync was asked for. */
  wrote = false

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite
  }

  get inTransaction(): boolean {
    return this.#sqlite.isTransaction
  }

  exec(sql: string): void {
    this.#sqlite.exec(sql)
  }

  close(): void {
    this.#sqlite.close()
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, answersRows, kind } = this.#prepared(sql)
    const values = parameters as SQLInputValue[]
    if (answersRows) {
      const rows = (await whenFree(() => statement.all(...values))) as Row[]
      if (kind !== 'read' && rows.length > 0) this.wrote = true
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes } = await whenFree(() => statement.run(...values))
    if (kind === 'schema' || changes !== 0) this.wrote = true
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: the interface demands it; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('SQLite rows are not streamed')
  }

  #prepared(sql: string): Prepared {
    const kept = this.#statements.get(sql)
    if (kept) return kept

    if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear()
    const statement = this.#sqlite.prepare(sql)
    const prepared = { statement, answersRows: statement.columns().length > 0, kind: kindOf(sql) }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

const BUSY = 5
const BUSY_AT_MOST = 5000
const LOOK_AGAIN_AFTER = 10

/**
 * Runs a statement when no other process writes (a command of the owner's, say). SQLite itself would
 * wait as well, but in the one thread that answers everybody.
 */
async function whenFree<T>(run: () => T): Promise<T> {
  for (let waited = 0; ; waited += LOOK_AGAIN_AFTER) {
    try {
      return run()
    } catch (error) {
      const busy = error instanceof Error && 'errcode' in error && error.errcode === BUSY
      if (!busy || waited >= BUSY_AT_MOST) throw error
      await sleep(LOOK_AGAIN_AFTER)
    }
  }
}

/** @throws Error that names the file: it is what the owner sees when the start fails. */
function openFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(`DATA_DIR cannot be used: ${path}: ${reason}`, { cause: error })
  }
}

type Prepared = {
  statement: StatementSync
  answersRows: boolean
  kind: 'read' | 'write' | 'schema'
}

/** Whether a statement changes nothing, rows (it says how many), or more than rows. */
function kindOf(sql: string): Prepared['kind'] {
  const [word = ''] = sql.trimStart().split(/\s/, 1)
  if (/^select$/i.test(word)) return 'read'
  return /^(insert|update|delete)$/i.test(word) ? 'write' : 'schema'
}

import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { gather } from '../batch-per-tick.ts'
import type { LoneStatements, Statement } from '../compiled-query.ts'
import type { Db } from '../database.ts'
import { LostAnswer } from '../database-failure.ts'
import { isRead, SqliteConnection, whenFree } from './connection.ts'
import { groupSync } from './group-commit.ts'
import { runTogether } from './shared-transaction.ts'

/**
 * Runs Kysely on Node's built-in SQLite.
 *
 * Commits are durable and grouped: SQLite writes the log without waiting for the disk
 * (synchronous = NORMAL), and a call that wrote resolves only after the log was synced in the
 * background. So an answered commit survives `kill -9` and a power loss, as with FULL, but requests
 * that commit at the same time share one sync, and the event loop never waits for the disk
 * (docs/decisions/001-group-commit.md). Only what is fleeting, as counters of calls, waits for no sync.
 *
 * Statements outside transactions that are issued in one turn of the event loop share a transaction
 * (see `runTogether`). Reads have a connection of their own, on which they wait for no transaction
 * and see none that is still open.
 */
export function sqliteDialect(path: string): Dialect {
  const driver = new SqliteDriver(path)
  return {
    createAdapter: () => new SharedConnectionAdapter(driver),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class SharedConnectionAdapter extends SqliteAdapter implements LoneStatements {
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    super()
    this.#driver = driver
  }

  /**
   * The driver below passes its one connection on by itself. Kysely would make the next user wait for
   * the previous one's sync, and nothing could be grouped.
   */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  runAlone(statement: Statement): Promise<QueryResult<unknown>> {
    return this.#driver.runAlone(statement)
  }

  openSchema(isOpen: boolean): void {
    this.#driver.openSchema(isOpen)
  }
}

/** Runs a migration that changes the text of SQLite's schema, which is defended otherwise. */
export async function withOpenSchema(tx: Db, change: () => Promise<void>): Promise<void> {
  const { adapter } = tx.getExecutor()
  if (!(adapter instanceof SharedConnectionAdapter)) throw new Error('this is not SQLite')
  adapter.openSchema(true)
  try {
    await change()
  } finally {
    adapter.openSchema(false)
  }
}

const datasync = promisify(fdatasync)

/** 16 MB for each connection, which only a large site fills (docs/performance.md#a-large-site). */
const CACHE = 'PRAGMA cache_size = -16000;'

class SqliteDriver implements Driver {
  readonly #path: string
  #connection: SqliteConnection | undefined
  #reader: SqliteConnection | undefined
  #logFile: number | undefined
  #busy: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined
  readonly #sync = groupSync(() => this.#syncLog())
  readonly #read = gather((reads: Statement[]) =>
    whenFree(() => runTogether(this.#openReader(), reads, 'begin')),
  )
  readonly #write = gather((writes: Statement[]) => this.#writeTogether(writes))

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    const connection = new SqliteConnection(this.#path)
    const settings = `
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA foreign_keys = ON;
      PRAGMA wal_autocheckpoint = 4000; -- a checkpoint waits for the disk: every 16 MB is often enough
      ${CACHE}
    `
    await whenFree(() => connection.exec(settings))
    this.#connection = connection
  }

  /** The connection has one user at a time, so that nobody joins another's transaction. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#takeTurn()
  }

  async #takeTurn(): Promise<SqliteConnection> {
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

  /** IMMEDIATE: a transaction that will write waits for its lock now and cannot fail half-way. */
  async beginTransaction(): Promise<void> {
    await whenFree(() => this.#connected().exec('begin immediate'))
  }

  async commitTransaction(): Promise<void> {
    this.#connected().exec('commit')
  }

  async rollbackTransaction(): Promise<void> {
    this.#connected().rollBack()
  }

  async destroy(): Promise<void> {
    this.#reader?.close()
    if (this.#logFile !== undefined) closeSync(this.#logFile)
    this.#connection?.close()
    this.#connection = undefined // from here on no reader opens
  }

  openSchema(isOpen: boolean): void {
    this.#connected().openSchema(isOpen)
  }

  runAlone(statement: Statement): Promise<QueryResult<unknown>> {
    return isRead(statement.sql) ? this.#read(statement) : this.#write(statement)
  }

  async #writeTogether(writes: Statement[]): Promise<PromiseSettledResult<QueryResult<unknown>>[]> {
    const connection = await this.#takeTurn()
    try {
      const outcomes = await whenFree(() => runTogether(connection, writes, 'begin immediate'))
      if (writes.every(({ isFleeting }) => isFleeting)) connection.wrote = false
      return outcomes
    } finally {
      await this.releaseConnection() // nobody learns of any other write before it is on the disk
    }
  }

  #connected(): SqliteConnection {
    if (!this.#connection) throw new Error('the database is not open')
    return this.#connection
  }

  #openReader(): SqliteConnection {
    this.#connected()
    if (this.#reader) return this.#reader
    const reader = new SqliteConnection(this.#path, { readOnly: true })
    reader.exec(CACHE)
    this.#reader = reader
    return reader
  }

  /** What the disk did not take is done, and may be undone when the machine fails. */
  async #syncLog(): Promise<void> {
    try {
      await datasync(this.#openLog())
    } catch (error) {
      throw new LostAnswer(error)
    }
  }

  /** The log lives as long as the connection; SQLite has no lock on it that closing would drop. */
  #openLog(): number {
    this.#logFile ??= openSync(`${this.#path}-wal`, 'r+')
    return this.#logFile
  }
}

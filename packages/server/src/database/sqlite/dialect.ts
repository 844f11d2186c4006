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
import { batchPerTick } from '../batch-per-tick.ts'
import type { AutocommitAdapter, Statement } from '../compiled-query.ts'
import type { Db } from '../database.ts'
import { UnknownOutcomeError } from '../database-failure.ts'
import { isRead, retryWhileBusy, SqliteConnection } from './connection.ts'
import { groupCommits } from './group-commit.ts'
import { runInSharedTransaction } from './shared-transaction.ts'

/**
 * The dialect for SQLite, with durable commits that share syncs. SQLite writes the log without waiting for the disk
 * (synchronous = NORMAL), and a call that wrote resolves after the log was synced in the background
 * (docs/decisions/001-group-commit.md). Only an asynchronous commit does not wait for the sync. Statements outside
 * transactions that start in one turn of the event loop share a transaction. Reads have a connection of their own, on
 * which they wait for no transaction and see no uncommitted data.
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

class SharedConnectionAdapter extends SqliteAdapter implements AutocommitAdapter {
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    super()
    this.#driver = driver
  }

  /**
   * True so that the driver schedules its only connection itself: Kysely would make the next caller wait for a sync.
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

/**
 * Runs a change of a migration that edits SQLite's schema table, which is read-only otherwise.
 * @throws Error on PostgreSQL
 */
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

/** The page cache of each connection, 16 MB, which only a large site fills (docs/performance.md#a-large-site). */
const CACHE = 'PRAGMA cache_size = -16000;'

class SqliteDriver implements Driver {
  readonly #path: string
  #connection: SqliteConnection | undefined
  #reader: SqliteConnection | undefined
  #logFile: number | undefined
  #queue: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined
  readonly #sync = groupCommits(() => this.#syncLog())
  readonly #read = batchPerTick((reads: Statement[]) =>
    retryWhileBusy(() => runInSharedTransaction(this.#openReader(), reads, 'begin')),
  )
  readonly #write = batchPerTick((writes: Statement[]) => this.#writeInSharedTransaction(writes))

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
    await retryWhileBusy(() => connection.exec(settings))
    this.#connection = connection
  }

  /** Waits until the connection is free, so that no caller's statements become part of another caller's transaction. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#acquireWriter()
  }

  async #acquireWriter(): Promise<SqliteConnection> {
    const free = this.#queue
    let release: () => void = () => undefined
    this.#queue = new Promise((resolve) => {
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

  /**
   * Begins a transaction with IMMEDIATE: it waits for the write lock now, so that it cannot fail halfway because of the
   * lock.
   */
  async beginTransaction(): Promise<void> {
    await retryWhileBusy(() => this.#connected().exec('begin immediate'))
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
    this.#connection = undefined // from now on, no read opens a connection
  }

  openSchema(isOpen: boolean): void {
    this.#connected().openSchema(isOpen)
  }

  runAlone(statement: Statement): Promise<QueryResult<unknown>> {
    return isRead(statement.sql) ? this.#read(statement) : this.#write(statement)
  }

  async #writeInSharedTransaction(
    writes: Statement[],
  ): Promise<PromiseSettledResult<QueryResult<unknown>>[]> {
    const connection = await this.#acquireWriter()
    try {
      const outcomes = await retryWhileBusy(() =>
        runInSharedTransaction(connection, writes, 'begin immediate'),
      )
      if (writes.every(({ isAsyncCommit }) => isAsyncCommit)) connection.wrote = false
      return outcomes
    } finally {
      await this.releaseConnection() // waits for the sync, unless all writes of the batch allow an asynchronous commit
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

  /**
   * Syncs the log to disk. If this fails, the commit remains visible, but a power failure may undo it.
   * @throws UnknownOutcomeError
   */
  async #syncLog(): Promise<void> {
    try {
      await datasync(this.#openLog())
    } catch (error) {
      throw new UnknownOutcomeError(error)
    }
  }

  /**
   * Opens the log once and keeps it open. This is safe: SQLite has no lock on the log that closing the file would drop.
   */
  #openLog(): number {
    this.#logFile ??= openSync(`${this.#path}-wal`, 'r+')
    return this.#logFile
  }
}

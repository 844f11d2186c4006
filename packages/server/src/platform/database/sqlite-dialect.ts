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
import type { LoneStatements, Statement } from './compiled-query.ts'
import { LostAnswer } from './database-failure.ts'
import { gather } from './gather.ts'
import { groupSync } from './group-sync.ts'
import { isBusy, isRead, SqliteConnection, whenFree } from './sqlite-connection.ts'

/**
 * Runs Kysely on Node's built-in SQLite.
 *
 * Commits are durable and grouped: SQLite writes the log without waiting for the disk
 * (synchronous = NORMAL), and a call that wrote resolves only after the log was synced in the
 * background. So an answered commit survives `kill -9` and a power loss, as with FULL, but requests
 * that commit at the same time share one sync, and the event loop never waits for the disk
 * (docs/decisions/001-group-commit.md).
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
}

const datasync = promisify(fdatasync)

/** 16 MB for each connection, which only a large site fills (docs/measured.md#a-large-site). */
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

  runAlone(statement: Statement): Promise<QueryResult<unknown>> {
    return isRead(statement.sql) ? this.#read(statement) : this.#write(statement)
  }

  async #writeTogether(writes: Statement[]): Promise<PromiseSettledResult<QueryResult<unknown>>[]> {
    const connection = await this.#takeTurn()
    try {
      return await whenFree(() => runTogether(connection, writes, 'begin immediate'))
    } finally {
      await this.releaseConnection() // nobody learns of a write before it is on the disk
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

/**
 * Runs the statements of several callers in one transaction, so that they share its locks and its
 * write to the log. Each can fail alone and then undoes only itself.
 *
 * @throws Error when all fail together, for example because the disk is full: none of them happened.
 */
function runTogether(
  connection: SqliteConnection,
  statements: readonly Statement[],
  begin: 'begin' | 'begin immediate',
): PromiseSettledResult<QueryResult<unknown>>[] {
  const answer = begin === 'begin' ? once(connection) : (one: Statement) => attempt(connection, one)
  connection.exec(begin)
  try {
    const outcomes = statements.map(answer)
    connection.exec('commit')
    return outcomes
  } catch (error) {
    connection.rollBack()
    throw error
  }
}

/**
 * Runs a read unless the one before it with the same text asked for the same: in one transaction both
 * have one answer. When many ask at once, that is often the key of the same launcher server.
 */
function once(connection: SqliteConnection) {
  const last = new Map<string, { parameters: readonly unknown[]; outcome: Outcome }>()
  return ({ sql, parameters }: Statement): Outcome => {
    const known = last.get(sql)
    if (known?.parameters.every((value, place) => value === parameters[place])) {
      return copied(known.outcome)
    }
    const outcome = attempt(connection, { sql, parameters })
    last.set(sql, { parameters, outcome })
    return outcome
  }
}

/** Gives everybody rows of their own, so that nobody can change those of somebody else. */
function copied(outcome: Outcome): Outcome {
  if (outcome.status === 'rejected') return outcome
  const rows = outcome.value.rows.map((row) => ({ ...Object(row) }))
  return { status: 'fulfilled', value: { ...outcome.value, rows } }
}

type Outcome = PromiseSettledResult<QueryResult<unknown>>

function attempt(
  connection: SqliteConnection,
  statement: Statement,
): PromiseSettledResult<QueryResult<unknown>> {
  try {
    return { status: 'fulfilled', value: connection.run(statement) }
  } catch (reason) {
    if (!connection.inTransaction || isBusy(reason)) throw reason
    return { status: 'rejected', reason }
  }
}

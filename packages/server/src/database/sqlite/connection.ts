import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConnection, QueryResult } from 'kysely'
import { memoize } from '../../platform/cache/memoize.ts'
import type { Statement } from '../compiled-query.ts'

const MAX_CACHED_STATEMENTS = 500

export class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: DatabaseSync
  /** Whether this connection has written since the last sync was requested. */
  wrote = false

  /**
   * Opens a database file.
   * @throws Error that names the file, because the operator reads it when the start fails
   */
  constructor(path: string, options: { readOnly?: boolean } = {}) {
    try {
      this.#sqlite = new DatabaseSync(path, { ...options, defensive: true })
    } catch (error) {
      const reason = error instanceof Error ? error.message : error
      throw new Error(`DATA_DIR cannot be used: ${path}: ${reason}`, { cause: error })
    }
  }

  get inTransaction(): boolean {
    return this.#sqlite.isTransaction
  }

  openSchema(isOpen: boolean): void {
    this.#sqlite.enableDefensive(!isOpen)
  }

  exec(sql: string): void {
    this.#sqlite.exec(sql)
  }

  /** Rolls back the transaction, unless SQLite has already done so, for example because the disk is full. */
  rollBack(): void {
    this.wrote = false
    if (this.inTransaction) this.exec('rollback')
  }

  close(): void {
    this.#sqlite.close()
  }

  /**
   * Runs a statement immediately.
   * @throws Error `busy` while another process has locked the file
   */
  run<Row>({ sql, parameters }: Statement): QueryResult<Row> {
    const { statement, columns, kind } = this.#prepared(sql)
    const values = parameters as SQLInputValue[]
    if (columns.length > 0) {
      const rows = statement.all(...values).map((row) => rowOf(columns, row)) as Row[]
      if (kind !== 'read' && rows.length > 0) this.wrote = true
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes } = statement.run(...values)
    if (kind === 'schema' || changes !== 0) this.wrote = true
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async executeQuery<Row>(statement: Statement): Promise<QueryResult<Row>> {
    return retryWhileBusy(() => this.run<Row>(statement))
  }

  // biome-ignore lint/correctness/useYield: the interface demands it; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('SQLite rows are not streamed')
  }

  readonly #prepared = memoize(MAX_CACHED_STATEMENTS, (sql): Prepared => {
    const statement = this.#sqlite.prepare(sql)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    return { statement, columns, kind: kindOf(sql) }
  })
}

const BUSY = 5
const BUSY_TIMEOUT = 5000
const BUSY_POLL_DELAY = 10

/**
 * Runs a statement and repeats it while another process, such as a command, is writing. SQLite's own waiting would
 * block the only thread.
 */
export async function retryWhileBusy<T>(run: () => T): Promise<T> {
  for (let waited = 0; ; waited += BUSY_POLL_DELAY) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || waited >= BUSY_TIMEOUT) throw error
      await sleep(BUSY_POLL_DELAY)
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY
}

type Prepared = {
  statement: StatementSync
  columns: readonly string[]
  kind: 'read' | 'write' | 'schema'
}

/** Makes the object of a row, because reading the objects of `node:sqlite` takes three times as long. */
function rowOf(columns: readonly string[], values: Record<number, unknown>): object {
  const row: Record<string, unknown> = {}
  let place = 0
  for (const name of columns) {
    row[name] = values[place]
    place += 1
  }
  return row
}

export function isRead(sql: string): boolean {
  return /^\s*select\s/i.test(sql)
}

function kindOf(sql: string): Prepared['kind'] {
  if (isRead(sql)) return 'read'
  return /^\s*(insert|update|delete)\s/i.test(sql) ? 'write' : 'schema'
}

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConnection, QueryResult } from 'kysely'
import { remembering } from '../../platform/cache/memoize.ts'
import type { Statement } from '../compiled-query.ts'

const KEPT_STATEMENTS = 500

/** A connection to an SQLite file, with its prepared statements. */
export class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: DatabaseSync
  /** Whether it has written since the last sync was requested. */
  wrote = false

  /** @throws Error that names the file, because the owner reads it when the start fails. */
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

  /** Lets statements change the text of the schema itself, or no longer. */
  openSchema(isOpen: boolean): void {
    this.#sqlite.enableDefensive(!isOpen)
  }

  exec(sql: string): void {
    this.#sqlite.exec(sql)
  }

  /** Rolls back, unless SQLite already did so by itself, as it does when the disk is full. */
  rollBack(): void {
    this.wrote = false
    if (this.inTransaction) this.exec('rollback')
  }

  close(): void {
    this.#sqlite.close()
  }

  /** Runs a statement now. @throws Error `busy` while another process has locked the file. */
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
    return whenFree(() => this.run<Row>(statement))
  }

  // biome-ignore lint/correctness/useYield: the interface demands it; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('SQLite rows are not streamed')
  }

  readonly #prepared = remembering(KEPT_STATEMENTS, (sql): Prepared => {
    const statement = this.#sqlite.prepare(sql)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    return { statement, columns, kind: kindOf(sql) }
  })
}

const BUSY = 5
const BUSY_AT_MOST = 5000
const LOOK_AGAIN_AFTER = 10

/**
 * Runs a statement once no other process (such as one of the owner's commands) is writing. SQLite
 * could wait by itself, but it would block the one thread that answers everybody.
 */
export async function whenFree<T>(run: () => T): Promise<T> {
  for (let waited = 0; ; waited += LOOK_AGAIN_AFTER) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || waited >= BUSY_AT_MOST) throw error
      await sleep(LOOK_AGAIN_AFTER)
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY
}

type Prepared = {
  statement: StatementSync
  /** The names of the columns that it returns. */
  columns: readonly string[]
  kind: 'read' | 'write' | 'schema'
}

/** Makes an object of a row's values. The binding's own objects take three times as long to read. */
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

/** Tells whether a statement changes nothing, rows (whose number it reports), or the schema. */
function kindOf(sql: string): Prepared['kind'] {
  if (isRead(sql)) return 'read'
  return /^\s*(insert|update|delete)\s/i.test(sql) ? 'write' : 'schema'
}

import { createHash } from 'node:crypto'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import type { Statement } from '../compiled-query.ts'

const CHANGED_COLUMNS = '0A000'
const UNKNOWN_NAME = '26000'
const TAKEN_NAME = '42P05'
/** SQLSTATEs of a statement that did not run because its prepared statement no longer fits. */
const STALE_NAME: ReadonlySet<unknown> = new Set([CHANGED_COLUMNS, UNKNOWN_NAME, TAKEN_NAME])

/** A connection to PostgreSQL that keeps prepared statements. */
export class PostgresClient extends pg.Client {
  /** Whether a pooler such as PgBouncer is between this process and the server. */
  isPooled = false
  /** The names of prepared statements by their text; undefined behind a pooler that does not keep them. */
  #names: Map<string, string> | undefined = new Map()
  #renamed = 0

  /**
   * Runs a compiled statement as a prepared statement, which the server parses and plans once per
   * connection. A statement whose name no longer fits has not run, and is repeated once without a name.
   */
  async runPrepared({ sql, parameters }: Statement): Promise<QueryResult<unknown>> {
    const name = this.#nameOf(sql)
    try {
      return await this.#send(sql, parameters, name)
    } catch (error) {
      if (!name || !isStaleName(error)) throw error
      this.#forget(sql, name)
      return await this.#send(sql, parameters)
    }
  }

  #send(sql: string, parameters: readonly unknown[], name?: string): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      this.query(new PreparedQuery(sql, parameters, name, resolve, reject))
    })
  }

  /** A name is made of its text, because a pooler may pass a connection of the server on with its names. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names?.get(sql)
    if (known || !this.#names) return known
    const name = `${createHash('sha256').update(sql).digest('base64url')}.${this.#renamed}`
    this.#names.set(sql, name)
    return name
  }

  #forget(sql: string, name: string): void {
    if (this.isPooled) this.#names = undefined
    if (this.#names?.get(sql) !== name) return // another caller got here first
    this.#names.delete(sql)
    this.#renamed += 1
  }
}

function isStaleName(error: unknown): boolean {
  return error instanceof pg.DatabaseError && STALE_NAME.has(error.code)
}

/** Gives `pg` the name directly: it would copy an object with the name property by property. */
class PreparedQuery extends pg.Query {
  readonly name: string | undefined

  constructor(
    sql: string,
    parameters: readonly unknown[],
    name: string | undefined,
    resolve: (result: QueryResult<unknown>) => void,
    reject: (error: unknown) => void,
  ) {
    super(sql, [...parameters], (error, result) => {
      if (error) reject(error)
      else resolve({ rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) })
    })
    this.name = name
  }
}

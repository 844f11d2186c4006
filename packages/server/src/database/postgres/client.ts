import { createHash } from 'node:crypto'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import type { Statement } from '../compiled-query.ts'

const CHANGED_COLUMNS = '0A000'
const UNKNOWN_STATEMENT = '26000'
const DUPLICATE_STATEMENT = '42P05'
/** The SQLSTATEs which show that a statement did not run because its prepared statement is outdated. */
const STALE_STATEMENT: ReadonlySet<unknown> = new Set([
  CHANGED_COLUMNS,
  UNKNOWN_STATEMENT,
  DUPLICATE_STATEMENT,
])

export class PostgresClient extends pg.Client {
  /** Whether a pooler such as PgBouncer is between this process and the server. */
  isPooled = false
  /**
   * The names of prepared statements by their text; undefined behind a pooler that does not keep prepared statements.
   */
  #names: Map<string, string> | undefined = new Map()
  #renamed = 0

  /**
   * Runs a statement as a prepared statement, which the server parses and plans once per connection. If the prepared
   * statement is outdated, it fails before it runs, and the statement is sent once more without a name.
   */
  async runPrepared({ sql, parameters }: Statement): Promise<QueryResult<unknown>> {
    const name = this.#nameOf(sql)
    try {
      return await this.#send(sql, parameters, name)
    } catch (error) {
      if (!name || !isStaleStatement(error)) throw error
      this.#forget(sql, name)
      return await this.#send(sql, parameters)
    }
  }

  #send(sql: string, parameters: readonly unknown[], name?: string): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      this.query(new PreparedQuery(sql, parameters, name, resolve, reject))
    })
  }

  /**
   * Returns the name of a prepared statement, derived from its text: a pooler may share a connection to the server, and
   * the names in it, between processes.
   */
  #nameOf(sql: string): string | undefined {
    const known = this.#names?.get(sql)
    if (known || !this.#names) return known
    const name = `${createHash('sha256').update(sql).digest('base64url')}.${this.#renamed}`
    this.#names.set(sql, name)
    return name
  }

  #forget(sql: string, name: string): void {
    if (this.isPooled) this.#names = undefined
    if (this.#names?.get(sql) !== name) return // another caller has already removed the name
    this.#names.delete(sql)
    this.#renamed += 1
  }
}

function isStaleStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && STALE_STATEMENT.has(error.code)
}

/**
 * A query with a name for its prepared statement. Sets the name directly, because `pg` would copy an object with a name
 * property by property.
 */
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

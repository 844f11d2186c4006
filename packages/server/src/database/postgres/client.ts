import { createHash } from 'node:crypto'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import type { Statement } from '../compiled-query.ts'

const CHANGED_COLUMNS = '0A000'
const UNKNOWN_STATEMENT = '26000'
const DUPLICATE_STATEMENT = '42P05'
/** SQLSTATEs of a statement that did not run because its prepared statement is outdated. */
const STALE_STATEMENT: ReadonlySet<unknown> = new Set([
  CHANGED_COLUMNS,
  UNKNOWN_STATEMENT,
  DUPLICATE_STATEMENT,
])

export class PostgresClient extends pg.Client {
  /** Whether a pooler such as PgBouncer is between this process and the server. */
  isPooled = false
  /** Names of prepared statements by their text; undefined behind a pooler that does not keep them. */
  #names: Map<string, string> | undefined = new Map()
  #renamed = 0

  /**
   * The server parses and plans a prepared statement once per connection. A statement with an outdated name fails
   * before it runs, and is sent once more without a name.
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

  /** Derives the name from the text, because a pooler may share a server connection and its names. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names?.get(sql)
    if (known || !this.#names) return known
    const name = `${createHash('sha256').update(sql).digest('base64url')}.${this.#renamed}`
    this.#names.set(sql, name)
    return name
  }

  #forget(sql: string, name: string): void {
    if (this.isPooled) this.#names = undefined
    if (this.#names?.get(sql) !== name) return // another caller was faster
    this.#names.delete(sql)
    this.#renamed += 1
  }
}

function isStaleStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && STALE_STATEMENT.has(error.code)
}

/** Sets the name directly: `pg` would copy an object with the name property by property. */
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

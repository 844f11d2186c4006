import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { PostgresAdapter, PostgresDialect, type QueryResult } from 'kysely'
import pg from 'pg'
import { SECOND } from '../clock.ts'
import type { LoneStatements, Statement } from './compiled-query.ts'

const CONNECTIONS = 10

/**
 * Nothing waits for ever: neither for a connection, a lock or a statement, nor for a server that has
 * fallen silent.
 */
const TIMEOUTS = {
  statement_timeout: 10 * SECOND,
  lock_timeout: 5 * SECOND,
  idle_in_transaction_session_timeout: 10 * SECOND,
  query_timeout: 12 * SECOND,
}

/** Runs Kysely on PostgreSQL. @param patient for migrations, whose statements may take long. */
export function postgresDialect(connectionString: string, patient: boolean): PostgresDialect {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number) // instants and cents stay below 2^53
  const pool = new pg.Pool({
    connectionString,
    max: patient ? 1 : CONNECTIONS,
    connectionTimeoutMillis: 5 * SECOND,
    keepAlive: true,
    application_name: patient ? 'portal' : `portal/${hostname().slice(0, 40)}/${process.pid}`,
    ...(!patient && TIMEOUTS),
  })
  // A lost connection fails the statement that uses it; unheard here, it would also end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new LoneDialect(pool)
}

class LoneDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    // Kysely's type also allows cursors, which nothing here opens.
    const connect = () => borrow(pool) as never
    super({ pool: { connect, end: () => pool.end(), options: pool.options } })
    this.#pool = pool
  }

  override createAdapter(): PostgresAdapter {
    return new LoneAdapter(this.#pool)
  }
}

class LoneAdapter extends PostgresAdapter implements LoneStatements {
  readonly #pool: pg.Pool
  /** The names of statements, by their SQL; one for each compiled query of the program. */
  readonly #names = new Map<string, string>()

  constructor(pool: pg.Pool) {
    super()
    this.#pool = pool
  }

  /**
   * Runs a statement under a name, so that each connection parses and plans it once. When the name no
   * longer fits the connection, the statement runs without one: a migration by a newer instance may
   * have changed a column (0A000), or a pooler the server behind the connection (26000, 42P05).
   */
  async runAlone({ sql, parameters }: Statement): Promise<QueryResult<unknown>> {
    const client = await borrow(this.#pool)
    try {
      const query = { text: sql, values: [...parameters] }
      const { rows, rowCount } = await client
        .query({ ...query, name: this.#nameOf(sql) })
        .catch((error) => {
          if (!MISFIT.has(error?.code)) throw error
          client.discard()
          return client.query(query)
        })
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    } finally {
      client.release()
    }
  }

  #nameOf(sql: string): string {
    const name = this.#names.get(sql) ?? createHash('sha256').update(sql).digest('base64url')
    this.#names.set(sql, name)
    return name
  }
}

const MISFIT = new Set(['0A000', '26000', '42P05'])

type Borrowed = {
  query(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
  /** Closes the connection instead of giving it to the next caller. */
  discard(): void
  release(): void
}

/** Borrows a connection; one whose server stops answering is closed and never given out again. */
async function borrow(pool: pg.Pool): Promise<Borrowed> {
  const client = await pool.connect()
  let unfit = false
  return {
    async query(query, values) {
      try {
        return await client.query(query, values)
      } catch (error) {
        unfit ||= error instanceof Error && error.message === 'Query read timeout'
        throw error
      }
    },
    discard() {
      unfit = true
    },
    release: () => client.release(unfit),
  }
}

import { hostname } from 'node:os'
import { PostgresAdapter, PostgresDialect, type QueryResult } from 'kysely'
import pg from 'pg'
import { SECOND } from '../clock.ts'
import type { LoneStatements, Statement } from './compiled-query.ts'
import { PostgresLines } from './postgres-lines.ts'

const CONNECTIONS = 8

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
  const config = {
    connectionString,
    connectionTimeoutMillis: 5 * SECOND,
    keepAlive: true,
    application_name: patient ? 'portal' : `portal/${hostname().slice(0, 40)}/${process.pid}`,
    ...(!patient && TIMEOUTS),
  }
  const pool = new pg.Pool({ ...config, max: patient ? 1 : CONNECTIONS })
  // A lost connection fails the statement that uses it; unheard here, it would also end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return patient
    ? new PooledDialect(pool, () => pool.end())
    : new LoneDialect(pool, new PostgresLines(config))
}

/** Lends the connections of the pool to transactions and to what is built by each call. */
class PooledDialect extends PostgresDialect {
  constructor(pool: pg.Pool, end: () => Promise<void>) {
    // Kysely's type also allows cursors, which nothing here opens.
    const connect = () => borrow(pool) as never
    super({ pool: { connect, end, options: pool.options } })
  }
}

class LoneDialect extends PooledDialect {
  readonly #lines: PostgresLines

  constructor(pool: pg.Pool, lines: PostgresLines) {
    super(pool, async () => {
      await Promise.all([pool.end(), lines.end()])
    })
    this.#lines = lines
  }

  override createAdapter(): PostgresAdapter {
    return new LoneAdapter(this.#lines)
  }
}

class LoneAdapter extends PostgresAdapter implements LoneStatements {
  readonly #lines: PostgresLines

  constructor(lines: PostgresLines) {
    super()
    this.#lines = lines
  }

  runAlone(statement: Statement): Promise<QueryResult<unknown>> {
    return this.#lines.run(statement)
  }
}

type Borrowed = {
  query(query: string, values?: unknown[]): Promise<pg.QueryResult>
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
    release: () => client.release(unfit),
  }
}

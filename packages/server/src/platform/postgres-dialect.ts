import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { SECOND } from './clock.ts'

const CONNECTIONS = 10

/**
 * Nothing waits without end: not for a connection, a lock, a statement, or a server that says
 * nothing any more.
 */
const TIMEOUTS = {
  statement_timeout: 10 * SECOND,
  lock_timeout: 5 * SECOND,
  idle_in_transaction_session_timeout: 10 * SECOND,
  query_timeout: 12 * SECOND,
}

/** Kysely on PostgreSQL. @param patient for migrations, whose statements may take long. */
export function postgresDialect(connectionString: string, patient: boolean): Dialect {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number) // instants and cents stay below 2^53
  const pool = new pg.Pool({
    connectionString,
    max: patient ? 1 : CONNECTIONS,
    connectionTimeoutMillis: 5 * SECOND,
    keepAlive: true,
    application_name: 'portal',
    ...(!patient && TIMEOUTS),
  })
  // A lost connection fails the statement that uses it; said a second time here, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool: withoutStuck(pool) })
}

/** A connection whose server stopped answering is thrown away instead of given to the next caller. */
function withoutStuck(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      let stuck = false
      const query = async (sql: string, parameters: unknown[]) => {
        try {
          return await client.query(sql, parameters)
        } catch (error) {
          stuck ||= error instanceof Error && error.message === 'Query read timeout'
          throw error
        }
      }
      // Kysely's type also allows cursors, which nothing here opens.
      return { query: query as never, release: () => client.release(stuck) }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

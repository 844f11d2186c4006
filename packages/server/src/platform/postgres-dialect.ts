import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { SECOND } from './clock.ts'

const CONNECTIONS = 10

/** Kysely on PostgreSQL. Nothing waits without end: not for a connection, a lock or a statement. */
export function postgresDialect(connectionString: string): Dialect {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number) // instants and cents stay below 2^53
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    connectionTimeoutMillis: 5 * SECOND,
    statement_timeout: 10 * SECOND,
    lock_timeout: 5 * SECOND,
    idle_in_transaction_session_timeout: 10 * SECOND,
    application_name: 'portal',
  })
  pool.on('error', () => undefined) // an idle connection was lost; the pool opens another when asked
  return new PostgresDialect({ pool })
}

import { PostgresAdapter, PostgresDialect, type QueryResult } from 'kysely'
import pg from 'pg'
import type { LoneStatements, Statement } from '../compiled-query.ts'
import type { PoolLoads } from '../pool-load.ts'
import { type Pace, REAL_PACE } from '../timeouts.ts'
import { PostgresConnections } from './connections.ts'
import { connector } from './hosts.ts'
import { type Lenders, PostgresLoan } from './leased-connection.ts'
import { PostgresPool } from './pool.ts'

/** Runs Kysely on PostgreSQL; see `openDatabase` for the options. */
export function postgresDialect(
  url: string,
  { pace = REAL_PACE, patient = false }: { pace?: Pace; patient?: boolean } = {},
): PostgresDialect {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number) // instants and cents stay below 2^53
  if (!patient) return new SiteDialect(url, pace)
  const connect = connector(url, { keepAlive: true, application_name: 'portal' }, pace)
  const pool = new PostgresPool(connect, { most: 2, waits: Infinity }, pace)
  const lenders = { reads: pool, writes: pool, renew: () => pool.renew() }
  return new LendingDialect(lenders, () => pool.end())
}

/** Lends connections to transactions and to queries that are built by each call. */
class LendingDialect extends PostgresDialect {
  constructor(lenders: Lenders, end: () => Promise<void>) {
    // Kysely's type also allows cursors, which nothing here opens.
    const connect = async () => new PostgresLoan(lenders) as never
    super({ pool: { connect, end, options: {} } })
  }
}

/** The dialect of a site that serves. */
class SiteDialect extends LendingDialect {
  readonly #connections: PostgresConnections

  constructor(url: string, pace: Pace) {
    const connections = new PostgresConnections(url, pace)
    super(connections, () => connections.end())
    this.#connections = connections
  }

  override createAdapter(): PostgresAdapter {
    return new LoneAdapter(this.#connections)
  }
}

class LoneAdapter extends PostgresAdapter implements LoneStatements {
  readonly #connections: PostgresConnections

  constructor(connections: PostgresConnections) {
    super()
    this.#connections = connections
  }

  runAlone(statement: Statement): Promise<QueryResult<unknown>> {
    return this.#connections.run(statement)
  }

  provesWrites(): Promise<void> {
    return this.#connections.proof.proveWrites()
  }

  poolLoads(): PoolLoads {
    return this.#connections.loads()
  }
}

import { PostgresAdapter, PostgresDialect, type QueryResult } from 'kysely'
import pg from 'pg'
import type { AutocommitAdapter, Statement } from '../compiled-query.ts'
import type { PoolLoads } from '../pool-load.ts'
import { REAL_TIME, type TimeScale } from '../timeouts.ts'
import { PostgresConnections } from './connections.ts'
import { connector } from './hosts.ts'
import { type ConnectionPools, LeasedConnection } from './leased-connection.ts'
import { PostgresPool } from './pool.ts'

export function postgresDialect(
  url: string,
  {
    timeScale = REAL_TIME,
    hasLongStatements = false,
  }: { timeScale?: TimeScale; hasLongStatements?: boolean } = {},
): PostgresDialect {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number) // instants and cents are less than 2^53
  if (!hasLongStatements) return new PipelinedDialect(url, timeScale)
  const connect = connector(url, { keepAlive: true, application_name: 'portal' }, timeScale)
  const pool = new PostgresPool(connect, { max: 2, timeout: Infinity }, timeScale)
  const pools = { reads: pool, writes: pool, replaceAll: () => pool.replaceAll() }
  return new LeasingDialect(pools, () => pool.end())
}

/** Connects Kysely to the pools, for transactions and for queries without `compiledQuery`. */
class LeasingDialect extends PostgresDialect {
  constructor(pools: ConnectionPools, end: () => Promise<void>) {
    // Kysely's type also allows cursors, which are not used here.
    const connect = async () => new LeasedConnection(pools) as never
    super({ pool: { connect, end, options: {} } })
  }
}

class PipelinedDialect extends LeasingDialect {
  readonly #connections: PostgresConnections

  constructor(url: string, timeScale: TimeScale) {
    const connections = new PostgresConnections(url, timeScale)
    super(connections, () => connections.end())
    this.#connections = connections
  }

  override createAdapter(): PostgresAdapter {
    return new PipelinedAdapter(this.#connections)
  }
}

class PipelinedAdapter extends PostgresAdapter implements AutocommitAdapter {
  readonly #connections: PostgresConnections

  constructor(connections: PostgresConnections) {
    super()
    this.#connections = connections
  }

  runAlone(statement: Statement): Promise<QueryResult<unknown>> {
    return this.#connections.run(statement)
  }

  checkReadiness(): Promise<void> {
    return this.#connections.readiness.check()
  }

  poolLoads(): PoolLoads {
    return this.#connections.loads()
  }
}

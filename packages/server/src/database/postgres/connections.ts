import { hostname } from 'node:os'
import type { QueryResult } from 'kysely'
import type pg from 'pg'
import type { Statement } from '../compiled-query.ts'
import { type PoolLoads, sumLoads } from '../pool-load.ts'
import { CONNECTION_LIMITS, TIMEOUTS, type TimeScale } from '../timeouts.ts'
import { withAsyncCommit } from './async-commit.ts'
import { connector } from './hosts.ts'
import { type ConnectionPools, isRead, LeasedConnection } from './leased-connection.ts'
import { PostgresPool } from './pool.ts'
import { ReadinessCheck } from './readiness-check.ts'
import { PipelinedReads } from './reads.ts'

/**
 * The connections of a process that serves requests. Reads have their own pool, so that they continue while writes
 * hang.
 */
export class PostgresConnections implements ConnectionPools {
  readonly reads: PostgresPool
  readonly writes: PostgresPool
  readonly readiness: ReadinessCheck
  readonly #pipelined: PipelinedReads

  constructor(url: string, timeScale: TimeScale) {
    const connect = connector(url, withTimeouts(timeScale), timeScale)
    const timeout = TIMEOUTS.connection
    this.reads = new PostgresPool(connect, { max: CONNECTION_LIMITS.reads, timeout }, timeScale)
    this.writes = new PostgresPool(connect, { max: CONNECTION_LIMITS.writes, timeout }, timeScale)
    this.#pipelined = new PipelinedReads(connect, timeScale)
    this.readiness = new ReadinessCheck(connect, timeScale, {
      read: () => this.#pipelined.run({ sql: 'select 1', parameters: [] }),
      replaceAll: () => this.replaceAll(),
    })
  }

  async run(statement: Statement): Promise<QueryResult<unknown>> {
    if (isRead(statement.sql)) return this.#pipelined.run(statement)
    const connection = new LeasedConnection(this)
    try {
      return await connection.runPrepared(
        statement.isAsyncCommit ? withAsyncCommit(statement) : statement,
      )
    } finally {
      connection.release()
    }
  }

  loads(): PoolLoads {
    return {
      reads: sumLoads(this.reads.load(), this.#pipelined.load()),
      writes: this.writes.load(),
    }
  }

  replaceAll(): void {
    for (const part of this.#parts()) part.replaceAll()
  }

  async end(): Promise<void> {
    await Promise.all(this.#parts().map((part) => part.end()))
  }

  #parts() {
    return [this.reads, this.writes, this.readiness, this.#pipelined]
  }
}

/** Returns the options of a connection with time limits: for statements, locks, and a server that does not respond. */
function withTimeouts({ second }: TimeScale): pg.ClientConfig {
  return {
    keepAlive: true,
    application_name: `portal/${hostname().slice(0, 40)}/${process.pid}`,
    statement_timeout: TIMEOUTS.statement * second,
    idle_in_transaction_session_timeout: TIMEOUTS.statement * second,
    lock_timeout: TIMEOUTS.lock * second,
    query_timeout: TIMEOUTS.silence * second,
  }
}

import { hostname } from 'node:os'
import type { QueryResult } from 'kysely'
import type pg from 'pg'
import type { Statement } from '../compiled-query.ts'
import { type PoolLoads, together } from '../pool-load.ts'
import { CONNECTIONS, PATIENCE, type Pace } from '../timeouts.ts'
import { unsynced } from './async-commit.ts'
import { connector } from './hosts.ts'
import { isRead, type Lenders, PostgresLoan } from './leased-connection.ts'
import { PostgresPool } from './pool.ts'
import { PostgresReads } from './reads.ts'
import { PostgresProof } from './write-check.ts'

/** The connections of a process that serves. Reads have their own, so that they continue while writes hang. */
export class PostgresConnections implements Lenders {
  readonly reads: PostgresPool
  readonly writes: PostgresPool
  readonly proof: PostgresProof
  readonly #pipelined: PostgresReads

  constructor(url: string, pace: Pace) {
    const connect = connector(url, impatient(pace), pace)
    const waits = PATIENCE.connection
    this.reads = new PostgresPool(connect, { most: CONNECTIONS.reads, waits }, pace)
    this.writes = new PostgresPool(connect, { most: CONNECTIONS.writes, waits }, pace)
    this.proof = new PostgresProof(connect, pace, () => this.renew())
    this.#pipelined = new PostgresReads(connect, pace)
  }

  /** Runs a compiled statement outside a transaction. */
  async run(statement: Statement): Promise<QueryResult<unknown>> {
    if (isRead(statement.sql)) return this.#pipelined.run(statement)
    const loan = new PostgresLoan(this)
    try {
      return await loan.runPrepared(statement.isFleeting ? unsynced(statement) : statement)
    } finally {
      loan.release()
    }
  }

  loads(): PoolLoads {
    return {
      reads: together(this.reads.load(), this.#pipelined.load()),
      writes: this.writes.load(),
    }
  }

  /** Replaces all connections: one of them leads to a server that takes no writes. */
  renew(): void {
    for (const part of this.#parts()) part.renew()
  }

  async end(): Promise<void> {
    await Promise.all(this.#parts().map((part) => part.end()))
  }

  #parts() {
    return [this.reads, this.writes, this.proof, this.#pipelined]
  }
}

/** No statement waits without a limit, neither for a lock nor for a silent server. */
function impatient({ second }: Pace): pg.ClientConfig {
  return {
    keepAlive: true,
    application_name: `portal/${hostname().slice(0, 40)}/${process.pid}`,
    statement_timeout: PATIENCE.statement * second,
    idle_in_transaction_session_timeout: PATIENCE.statement * second,
    lock_timeout: PATIENCE.lock * second,
    query_timeout: PATIENCE.silence * second,
  }
}

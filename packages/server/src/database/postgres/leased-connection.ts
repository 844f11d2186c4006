import type { QueryResult } from 'kysely'
import type pg from 'pg'
import type { Statement } from '../compiled-query.ts'
import { hasNoResponse, isReadOnly, UnknownOutcomeError } from '../database-failure.ts'
import type { PostgresClient } from './client.ts'
import type { PostgresPool } from './pool.ts'

export type ConnectionPools = {
  reads: PostgresPool
  writes: PostgresPool
  replaceAll(): void
}

const EMPTY_ROLLBACK = { command: 'ROLLBACK', rowCount: null, rows: [], oid: 0, fields: [] }

/**
 * A connection for one caller of Kysely. Its first statement takes the connection from a pool. A read outside a
 * transaction takes it from the pool for reads, so that reads never wait behind hanging commits. A connection without a
 * response is discarded without a rollback, which would wait for the same server again; the server undoes uncommitted
 * changes.
 */
export class LeasedConnection {
  readonly #pools: ConnectionPools
  #pool: PostgresPool | undefined
  #client: PostgresClient | undefined
  #isInTransaction = false
  #health: 'fit' | 'unfit' | 'silent' = 'fit'

  constructor(pools: ConnectionPools) {
    this.#pools = pools
  }

  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.#health !== 'fit' && text === 'rollback') return EMPTY_ROLLBACK
    const client = this.#client ?? (await this.#lease(text))
    if (text === 'begin' || text.startsWith('start transaction')) this.#isInTransaction = true
    try {
      return await client.query(text, values)
    } catch (error) {
      throw this.#classify(error, text)
    }
  }

  async runPrepared(statement: Statement): Promise<QueryResult<unknown>> {
    const client = this.#client ?? (await this.#lease(statement.sql))
    try {
      return await client.runPrepared(statement)
    } catch (error) {
      throw this.#classify(error, statement.sql)
    }
  }

  release(): void {
    if (!this.#client || !this.#pool) return
    if (this.#health === 'fit') this.#pool.release(this.#client)
    else this.#pool.discard(this.#client, this.#health === 'silent')
    this.#client = undefined
  }

  async #lease(text: string): Promise<PostgresClient> {
    this.#pool = isRead(text) ? this.#pools.reads : this.#pools.writes
    this.#client = await this.#pool.lease()
    return this.#client
  }

  #classify(error: unknown, text: string): unknown {
    if (isReadOnly(error)) {
      this.#health = 'unfit'
      this.#pools.replaceAll()
    }
    if (!hasNoResponse(error)) return error
    this.#health =
      error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE ? 'silent' : 'unfit'
    const decides = this.#isInTransaction ? text === 'commit' : !isRead(text)
    return decides ? new UnknownOutcomeError(error) : error
  }
}

const QUERY_TIMEOUT_MESSAGE = 'Query read timeout'

/** Whether a statement only reads and takes no row locks. */
export function isRead(text: string): boolean {
  return text.startsWith('select ') && !/ for (update|share|no key|key share)/.test(text)
}

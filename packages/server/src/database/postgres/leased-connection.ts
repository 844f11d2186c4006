import type { QueryResult } from 'kysely'
import type pg from 'pg'
import type { Statement } from '../compiled-query.ts'
import { gotNoAnswer, isReadOnly, LostAnswer } from '../database-failure.ts'
import type { PostgresClient } from './client.ts'
import type { PostgresPool } from './pool.ts'

/** Where a loan takes its connection from, and whom it tells that the server takes no writes. */
export type Lenders = {
  reads: PostgresPool
  writes: PostgresPool
  renew(): void
}

const NOTHING = { command: 'ROLLBACK', rowCount: null, rows: [], oid: 0, fields: [] }

/**
 * A connection as Kysely borrows it. It is taken with the first statement: from those for reading if
 * that is a read outside a transaction, so that reads never wait behind commits that hang.
 *
 * A connection that gave no answer is thrown away. Nothing more is sent on it, not even a rollback,
 * which would wait once more for the same server; the server undoes what it has not committed.
 */
export class PostgresLoan {
  readonly #lenders: Lenders
  #pool: PostgresPool | undefined
  #client: PostgresClient | undefined
  #isInTransaction = false
  #fate: 'fit' | 'unfit' | 'silent' = 'fit'

  constructor(lenders: Lenders) {
    this.#lenders = lenders
  }

  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.#fate !== 'fit' && text === 'rollback') return NOTHING
    const client = this.#client ?? (await this.#take(text))
    if (text === 'begin' || text.startsWith('start transaction')) this.#isInTransaction = true
    try {
      return await client.query(text, values)
    } catch (error) {
      throw this.#judge(error, text)
    }
  }

  async runPrepared(statement: Statement): Promise<QueryResult<unknown>> {
    const client = this.#client ?? (await this.#take(statement.sql))
    try {
      return await client.runPrepared(statement)
    } catch (error) {
      throw this.#judge(error, statement.sql)
    }
  }

  release(): void {
    if (!this.#client || !this.#pool) return
    if (this.#fate === 'fit') this.#pool.giveBack(this.#client)
    else this.#pool.throwAway(this.#client, this.#fate === 'silent')
    this.#client = undefined
  }

  async #take(text: string): Promise<PostgresClient> {
    this.#pool = isRead(text) ? this.#lenders.reads : this.#lenders.writes
    this.#client = await this.#pool.take()
    return this.#client
  }

  #judge(error: unknown, text: string): unknown {
    if (isReadOnly(error)) {
      this.#fate = 'unfit'
      this.#lenders.renew()
    }
    if (!gotNoAnswer(error)) return error
    this.#fate = error instanceof Error && error.message === SILENCE ? 'silent' : 'unfit'
    const decides = this.#isInTransaction ? text === 'commit' : !isRead(text)
    return decides ? new LostAnswer(error) : error
  }
}

/** The message of `pg` when `query_timeout` is over. */
const SILENCE = 'Query read timeout'

/** Whether a statement only reads, and waits for no lock of a row. */
export function isRead(text: string): boolean {
  return text.startsWith('select ') && !/ for (update|share|no key|key share)/.test(text)
}

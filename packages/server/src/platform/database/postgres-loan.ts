import type pg from 'pg'
import { gotNoAnswer, isReadOnly, LostAnswer } from './database-failure.ts'
import type { PostgresPool } from './postgres-pool.ts'

/** Where a loan takes its connection from, and whom it tells that the server takes no writes. */
export type Lenders = {
  reads: PostgresPool
  transactions: PostgresPool
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
  #client: pg.Client | undefined
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

  release(): void {
    if (!this.#client || !this.#pool) return
    if (this.#fate === 'fit') this.#pool.giveBack(this.#client)
    else this.#pool.throwAway(this.#client, this.#fate === 'silent')
    this.#client = undefined
  }

  async #take(text: string): Promise<pg.Client> {
    this.#pool = isRead(text) ? this.#lenders.reads : this.#lenders.transactions
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

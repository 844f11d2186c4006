import { TookTooLong, within } from '../../platform/with-timeout.ts'
import { PATIENCE, type Pace } from '../timeouts.ts'
import type { Connect } from './hosts.ts'
import { PostgresLoan } from './leased-connection.ts'
import { PostgresPool } from './pool.ts'

/** Writes a record without effect if the server takes writes, and returns whether it does not. */
const PROOF = `with state as (select current_setting('transaction_read_only') = 'on' as "isReadOnly")
  select "isReadOnly", case when not "isReadOnly" then pg_logical_emit_message(true, 'portal', text '') end
  from state`

/** Proves for readiness checks that the database commits writes, on a connection of its own. */
export class PostgresProof {
  readonly #pool: PostgresPool
  readonly #pace: Pace
  readonly #renewAll: () => void
  #running: Promise<void> | undefined
  #provedUntil = 0

  /** @param renewAll is called when the server turns out to be read-only. */
  constructor(connect: Connect, pace: Pace, renewAll: () => void) {
    this.#pool = new PostgresPool(connect, { most: 1, waits: PATIENCE.connection }, pace)
    this.#pace = pace
    this.#renewAll = renewAll
  }

  /**
   * Resolves after the database has committed a write without effect, in at most two seconds. Concurrent
   * calls share one write, and a success counts for a second while its connection lasts: anybody may
   * call this as often as they like.
   *
   * @throws an outage
   */
  proveWrites(): Promise<void> {
    const isFresh = performance.now() < this.#provedUntil && this.#pool.load().idle > 0
    if (isFresh) return Promise.resolve()
    this.#running ??= this.#write().finally(() => {
      this.#running = undefined
    })
    return within(PATIENCE.readiness * this.#pace.second, this.#running).catch((error: unknown) => {
      throw error instanceof TookTooLong ? new Error('Query read timeout') : error
    })
  }

  renew(): void {
    this.#pool.renew()
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #write(): Promise<void> {
    const pools = { reads: this.#pool, writes: this.#pool, renew: this.#renewAll }
    const loan = new PostgresLoan(pools)
    try {
      const { rows } = await loan.query(PROOF)
      if (rows[0].isReadOnly) {
        this.#renewAll()
        throw new Error('session is read-only')
      }
      this.#provedUntil = performance.now() + this.#pace.second
    } finally {
      loan.release()
    }
  }
}

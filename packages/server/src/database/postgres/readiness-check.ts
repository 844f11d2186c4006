import { TimeoutError, withTimeout } from '../../platform/with-timeout.ts'
import { TIMEOUTS, type TimeScale } from '../timeouts.ts'
import type { Connect } from './hosts.ts'
import { LeasedConnection } from './leased-connection.ts'
import { PostgresPool } from './pool.ts'

/**
 * Writes a message without effect to the write-ahead log if the server accepts writes. Returns whether the server is
 * read-only.
 */
const WRITE_CHECK = `with state as (select current_setting('transaction_read_only') = 'on' as "isReadOnly")
  select "isReadOnly", case when not "isReadOnly" then pg_logical_emit_message(true, 'portal', text '') end
  from state`

/**
 * Checks for the readiness probe whether the database responds to reads and commits a write. The write has a connection
 * of its own.
 */
export class ReadinessCheck {
  readonly #pool: PostgresPool
  readonly #timeScale: TimeScale
  readonly #read: () => Promise<unknown>
  readonly #replaceAll: () => void
  #running: Promise<void> | undefined
  #validUntil = 0

  constructor(
    connect: Connect,
    timeScale: TimeScale,
    { read, replaceAll }: { read: () => Promise<unknown>; replaceAll: () => void },
  ) {
    this.#pool = new PostgresPool(connect, { max: 1, timeout: TIMEOUTS.connection }, timeScale)
    this.#timeScale = timeScale
    this.#read = read
    this.#replaceAll = replaceAll
  }

  /**
   * Runs the check, which takes at most two seconds. Concurrent calls share one check, and a success is reused for a
   * second, so callers need no rate limit.
   * @throws an outage (see `isOutage`)
   */
  check(): Promise<void> {
    const isFresh = performance.now() < this.#validUntil && this.#pool.load().idle > 0
    if (isFresh) return Promise.resolve()
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return withTimeout(TIMEOUTS.readiness * this.#timeScale.second, this.#running).catch(
      (error: unknown) => {
        throw error instanceof TimeoutError ? new Error('Query read timeout') : error
      },
    )
  }

  replaceAll(): void {
    this.#pool.replaceAll()
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #run(): Promise<void> {
    // Waits for both, so that the next check does not join an attempt of this one.
    const results = await Promise.allSettled([this.#write(), this.#read()])
    for (const result of results) if (result.status === 'rejected') throw result.reason
    this.#validUntil = performance.now() + this.#timeScale.second
  }

  async #write(): Promise<void> {
    const pools = { reads: this.#pool, writes: this.#pool, replaceAll: this.#replaceAll }
    const loan = new LeasedConnection(pools)
    try {
      const { rows } = await loan.query(WRITE_CHECK)
      if (rows[0].isReadOnly) {
        this.#replaceAll()
        throw new Error('session is read-only')
      }
    } finally {
      loan.release()
    }
  }
}

import { SECOND } from '../platform/clock.ts'

/**
 * In seconds. A request that waits for a connection and then for one response ends within ten
 * (docs/operations.md#handle-a-database-outage).
 */
export const TIMEOUTS = {
  /** How long a caller waits for a free connection, which may have to be opened first. */
  connection: 3,
  host: 1,
  lock: 3,
  /** How long the server lets a statement run, and a transaction wait for its next statement. */
  statement: 5,
  /** How long a response may take; then the connection is discarded. */
  silence: 6,
  readiness: 2,
  /** How long an unused connection stays open. */
  idle: 10,
} as const

/**
 * Maximum connections of a process. Reads have their own connections, so that they continue while writes wait for a
 * standby.
 */
export const CONNECTION_LIMITS = {
  /** Transactions and single writes, which may wait for a lock. */
  writes: 14,
  reads: 3,
  /** Compiled reads; each of these connections carries many concurrently. */
  pipelines: 2,
  readiness: 1,
} as const

export const MAX_CONNECTIONS = Object.values(CONNECTION_LIMITS).reduce(
  (sum, count) => sum + count,
  0,
)

/** Tests shorten a second, so that outages end sooner. */
export type TimeScale = { second: number }

export const REAL_TIME: TimeScale = { second: SECOND }

import { SECOND } from '../platform/clock.ts'

/**
 * Time limits in seconds. They ensure that a request which waits for a connection and then for one response ends within
 * ten seconds (docs/operations.md#handle-a-database-outage).
 */
export const TIMEOUTS = {
  /** How long a caller waits for a free connection, which may have to be opened first. */
  connection: 3,
  host: 1,
  lock: 3,
  /** How long the server lets a statement run, and how long it lets a transaction be idle. */
  statement: 5,
  /** How long the process waits for a response. Then it discards the connection. */
  silence: 6,
  readiness: 2,
  /** After how long an unused connection is closed. */
  idle: 10,
} as const

/**
 * The most connections of a process. Reads have their own connections, so that they continue while writes wait for a
 * standby.
 */
export const CONNECTION_LIMITS = {
  /** Connections for transactions and single writes, which may wait for a lock. */
  writes: 14,
  reads: 3,
  /** Pipelined connections for compiled reads. Each of them carries many reads concurrently. */
  pipelines: 2,
  readiness: 1,
} as const

export const MAX_CONNECTIONS = Object.values(CONNECTION_LIMITS).reduce(
  (sum, count) => sum + count,
  0,
)

/** The length of a second in `TIMEOUTS`, in milliseconds. In tests it is shorter, so that outages end sooner. */
export type TimeScale = { second: number }

export const REAL_TIME: TimeScale = { second: SECOND }

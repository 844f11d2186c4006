import { SECOND } from '../platform/clock.ts'

/**
 * How long anything waits for PostgreSQL, in seconds. Nothing waits for ever, and a request that waits
 * for a connection and then for one answer has ended before ten seconds are over
 * (docs/operations.md#when-the-database-fails).
 */
export const PATIENCE = {
  /** For a free connection, a new one included. */
  connection: 3,
  /** For one host, where DATABASE_URL names several. */
  host: 1,
  lock: 3,
  /** The server ends a statement, or a transaction in which nothing is asked. */
  statement: 5,
  /** A server that has not answered for so long is given up, and the connection with it. */
  silence: 6,
  /** For the write that proves that the database takes writes. */
  readiness: 2,
  /** A connection without work is closed. */
  idle: 10,
} as const

/** How many connections a process opens at most. Those for reading serve nothing else, so that it goes on
 *  while writes wait for a standby that does not answer. */
export const CONNECTIONS = {
  /** Transactions, and single writes, which may wait for a lock. */
  writes: 14,
  /** Reads that are built by each call. */
  reads: 3,
  /** Compiled reads; each of these connections carries many at once. */
  pipelines: 2,
  /** The write that proves that the database takes writes. */
  readiness: 1,
} as const

export const MOST_CONNECTIONS = Object.values(CONNECTIONS).reduce((sum, count) => sum + count, 0)

/** Stories about outages make a second shorter. */
export type Pace = { second: number }

export const REAL_PACE: Pace = { second: SECOND }

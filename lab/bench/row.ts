import type { Players } from './players.ts'
import type { RawWork } from './postgres-baseline.ts'

/** The requests of one connection. */
export type Talk = {
  /** The next request. */
  next(): string
  /** Reads the body of an answer, if the next request depends on it. */
  take?(body: string): void
  /** The status of its answer, if not always that of the row. */
  status?(): number
}

/** A row of the result: an endpoint, the number of connections, and its floor. */
export type Row = {
  name: string
  connections: number
  floor: 'bare http' | 'bare argon2id'
  /** The second floor on PostgreSQL, and the share of it to reach, if there is a target. */
  raw?: { work: RawWork; reach?: number }
  /** The expected status of every answer; 200 by default. */
  status?: number
  talk(players: Players, connection: number): Talk
}

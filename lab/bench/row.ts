import type { Players } from './players.ts'
import type { RawWork } from './postgres-baseline.ts'

export type Requests = {
  next(): string
  /** Reads the body of a response, if the next request depends on it. */
  take?(body: string): void
  /** The expected status of the latest request, if it can differ from the `status` of the row. */
  status?(): number
}

/** A row of the result: an endpoint, the number of connections, and its baseline. */
export type Row = {
  name: string
  connections: number
  baseline: 'bare http' | 'bare argon2id'
  /** A second baseline, which is measured on PostgreSQL only, and the target share of it, if there is one. */
  raw?: { work: RawWork; target?: number }
  /** The expected status of every response; 200 by default. */
  status?: number
  requests(players: Players, connection: number): Requests
}

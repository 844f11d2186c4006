import type { Players } from './players.ts'
import type { RawWork } from './postgres-baseline.ts'

export type Requests = {
  next(): string
  /** Receives the body of each response, for rows whose next request depends on it. */
  take?(body: string): void
  /** The expected status of the latest request, if it can differ from the `status` of the row. */
  status?(): number
}

/** A row of the result: an endpoint, the number of connections, and its baseline. */
export type Row = {
  name: string
  connections: number
  baseline: 'bare http' | 'bare argon2id'
  /**
   * The statements of a second baseline, which is measured on PostgreSQL only, and optionally the share of its rate to
   * reach.
   */
  raw?: { work: RawWork; target?: number }
  /** The expected status of every response; 200 by default. */
  status?: number
  requests(players: Players, connection: number): Requests
}

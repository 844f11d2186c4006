import type { Players } from './players.ts'

/** What one connection asks, again and again. */
export type Talk = {
  /** The next request. */
  next(): string
  /** Reads the answer's body, where the next request depends on it. */
  take?(body: string): void
}

/** One line of the result: an endpoint, how many ask at once, and what it is compared with. */
export type Row = {
  name: string
  connections: number
  floor: 'bare http' | 'bare argon2id'
  /** The least share of the floor's rate that it should reach on SQLite. */
  target?: number
  /** What every answer has to be; 200 unless said. */
  status?: number
  talk(players: Players, connection: number): Talk
}

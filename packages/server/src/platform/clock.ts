export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The only source of time. Instants are epoch milliseconds; names end in `At`. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** An instant as the contract writes it: ISO 8601, UTC. */
export function isoInstant(at: number): string {
  return new Date(at).toISOString()
}

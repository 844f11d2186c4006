import type { Limit } from '../endpoint.ts'

/** The limit of joins per player, counted after the token has identified the player. */
export const PLAYER_JOIN_LIMIT = {
  name: 'player-joins',
  calls: 60,
  perSeconds: 300,
  per: 'player',
  counts: 'calls',
} as const satisfies Limit

/** Limits of joins (docs/contract.md#limits). */
export const JOIN_LIMITS = [
  { name: 'joins', calls: 300, perSeconds: 300, per: 'ip', counts: 'calls' },
  PLAYER_JOIN_LIMIT,
] as const satisfies readonly Limit[]

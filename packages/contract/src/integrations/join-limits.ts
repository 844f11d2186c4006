import type { Limit } from '../endpoint.ts'

/** How often a player may join, which is counted once their token has told who they are. */
export const JOINS_OF_PLAYER = {
  name: 'player-joins',
  calls: 60,
  perSeconds: 300,
  per: 'player',
  counts: 'calls',
} as const satisfies Limit

/** What bounds joins (docs/contract.md#limits). */
export const JOIN_LIMITS = [
  { name: 'joins', calls: 300, perSeconds: 300, per: 'ip', counts: 'calls' },
  JOINS_OF_PLAYER,
] as const satisfies readonly Limit[]

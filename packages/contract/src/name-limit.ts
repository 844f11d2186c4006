import type { Limit } from './endpoint.ts'

/**
 * Counts every name that a game or a game server looks up, a list by its names (docs/contract.md#limits). A game
 * server that restarts looks up some hundreds at once.
 */
export const NAME_LIMIT = {
  name: 'name-lookups',
  calls: 600,
  perSeconds: 60,
  per: 'ip',
  counts: 'calls',
} as const satisfies Limit

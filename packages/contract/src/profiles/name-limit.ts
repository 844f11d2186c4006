import type { Limit } from '../endpoint.ts'

/**
 * Limits name lookups of games and game servers; each name of a list counts (docs/contract.md#limits). A restarting
 * game server looks up several hundred names within seconds.
 */
export const NAME_LIMIT = {
  name: 'name-lookups',
  calls: 600,
  perSeconds: 60,
  per: 'ip',
  counts: 'calls',
} as const satisfies Limit

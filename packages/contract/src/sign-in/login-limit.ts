import type { Limit } from '../endpoint.ts'

/** Limits password attempts of players on all sign-in surfaces (docs/contract.md#limits). */
export const LOGIN_LIMIT = {
  name: 'login',
  calls: 60,
  perSeconds: 300,
  per: 'ip',
  counts: 'calls',
} as const satisfies Limit

import type { Limit } from '../endpoint.ts'

/** Counts every try of a password by a person, at whichever door (docs/contract.md#limits). */
export const LOGIN_LIMIT = {
  name: 'login',
  calls: 60,
  perSeconds: 300,
  per: 'ip',
  counts: 'calls',
} as const satisfies Limit

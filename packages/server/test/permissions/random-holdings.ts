import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts'
import type { Holdings } from './effective.ts'

/*
 * Properties that hold for all permissions, checked on random players. A failure prints its seed, which reproduces the
 * same players.
 */

const SEED = Number(process.env.ACCESS_SEED ?? 20301)
const CASES = 3000

/** Checks a property on many players. `broken` returns a counterexample, if any. */
export function law(name: string, broken: (chance: SeededRandom) => unknown): void {
  test(name, () => {
    const chance = seededRandom(SEED)
    for (let count = 0; count < CASES; count += 1) {
      const offence = broken(chance)
      if (offence) assert.fail(`case ${count} of ACCESS_SEED=${SEED}: ${JSON.stringify(offence)}`)
    }
  })
}

/** Makes random holdings in every tier, with nodes from `make`. */
export function randomHoldings(
  chance: SeededRandom,
  make: (chance: SeededRandom) => string,
): Holdings {
  const nodes = (most: number) => chance.some(most, () => make(chance))
  return {
    ...(chance.happens(0.1) && { superuser: true }),
    ...(chance.happens(0.1) && { banned: nodes(2) }),
    ...(chance.happens(0.1) && { unactivated: nodes(2) }),
    personal: nodes(3),
    donate: nodes(2),
    groups: { gold: nodes(2), iron: nodes(2) },
    roles: {
      vip: [chance.upTo(3), ...nodes(3)],
      mod: [chance.upTo(3), ...nodes(3)],
      admin: [chance.upTo(3), ...nodes(3)],
    },
    default: nodes(3),
  }
}

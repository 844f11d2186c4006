import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openChance } from '../../../test/support/seeded-random.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'
import {
  addMiss,
  LEVEL_KEPT,
  MISS_RETURNS_EVERY,
  MISS_WINDOW,
  MISSES_ALLOWED,
  MISSES_ALLOWED_WITH_CAPTCHA,
  MISSES_IN_HAND,
  NO_MISSES,
  pauseEnd,
} from './login-lockout.ts'

/** How many tries a day the site promises at most, and how long a guesser is watched. */
const TRIES_A_DAY = MISSES_IN_HAND + DAY / MISS_RETURNS_EVERY
const DAYS = 3

/** How long a guesser waits before the next guess; `pause` is how long they would have to. */
type Patience = (guess: number, pause: number) => number

/**
 * Guesses as patiently as the guesser is, waits for pauses, and returns when guesses were checked.
 */
function guess(allowed: number, patience: Patience, weight = 1): number[] {
  const instants: number[] = []
  let misses = NO_MISSES
  for (let now = 0; now < DAYS * DAY; ) {
    misses = addMiss(misses, allowed, now, weight)
    instants.push(now)
    const pause = Math.max(0, pauseEnd(misses, allowed, now) - now)
    now += Math.max(pause, patience(instants.length, pause))
  }
  return instants
}

/** Counts the instants in the 24 hours that have the most of them. */
function mostInADay(instants: readonly number[]): number {
  let first = 0
  return instants.reduce((most, at, last) => {
    while (at - (instants[first] ?? 0) >= DAY) first += 1
    return Math.max(most, last - first + 1)
  }, 0)
}

for (const allowed of [MISSES_ALLOWED, MISSES_ALLOWED_WITH_CAPTCHA]) {
  test(`patience gives a guesser no more tries a day than promised, with ${allowed} allowed`, () => {
    const atOnce = guess(allowed, () => 0)
    const belowThreshold = guess(allowed, (turn) => (turn % (allowed - 1) === 0 ? MISS_WINDOW : 0))
    const inBursts = Array.from({ length: 10 }, (_, more) =>
      guess(allowed, (turn) => (turn % (allowed + more) === 0 ? LEVEL_KEPT : 0)),
    )
    const evenly = [1, 2, 4, 5, 6].map((minutes) => guess(allowed, () => minutes * MINUTE))

    const most = [atOnce, belowThreshold, ...inBursts, ...evenly].map(mostInADay)

    assert.ok(Math.max(...most) <= TRIES_A_DAY, `${most}`)
    assert.ok(mostInADay(atOnce) > TRIES_A_DAY - 20, `${most}`)
  })

  test(`a weight of three leaves a third of the tries, with ${allowed} allowed`, () => {
    const atOnce = mostInADay(guess(allowed, () => 0, 3))
    const evenly = [5, 6, 17, 18].map((minutes) =>
      mostInADay(guess(allowed, () => minutes * MINUTE, 3)),
    )

    assert.ok(Math.max(atOnce, ...evenly) <= TRIES_A_DAY / 3, `${[atOnce, ...evenly]}`)
    assert.ok(atOnce > TRIES_A_DAY / 3 - 20, `${atOnce}`)
  })

  test(`random waiting gives a guesser no more tries either, with ${allowed} allowed`, () => {
    const chance = openChance(allowed)

    const most = Array.from({ length: 300 }, () => {
      const waits = chance.some(5, () =>
        chance.pick([0, MINUTE, MISS_RETURNS_EVERY, MISS_WINDOW, LEVEL_KEPT]),
      )
      const burst = 1 + chance.upTo(40)
      return mostInADay(
        guess(allowed, (turn) => (turn % burst === 0 ? chance.pick([0, ...waits]) : 0)),
      )
    })

    assert.ok(Math.max(...most) <= TRIES_A_DAY, `${Math.max(...most)}`)
  })
}

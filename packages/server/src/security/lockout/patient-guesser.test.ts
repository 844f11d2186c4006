import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'
import {
  addFailure,
  BUDGET_REFILL_INTERVAL,
  FAILURE_BUDGET,
  FAILURE_WINDOW,
  LOCKOUT_MEMORY,
  lockoutEnd,
  MAX_FAILED_ATTEMPTS,
  MAX_FAILED_ATTEMPTS_WITH_CAPTCHA,
  NO_FAILURES,
} from './login-lockout.ts'

const TRIES_A_DAY = FAILURE_BUDGET + DAY / BUDGET_REFILL_INTERVAL
const DAYS = 3

/**
 * Returns how long a guesser waits before a guess, in milliseconds. `pause` is the rest of the lockout, for which the
 * guesser always waits.
 */
type Patience = (guess: number, pause: number) => number

/** Simulates a guesser who also waits for lockouts. Returns the instants at which guesses were checked. */
function guess(allowed: number, patience: Patience, weight = 1): number[] {
  const instants: number[] = []
  let misses = NO_FAILURES
  for (let now = 0; now < DAYS * DAY; ) {
    misses = addFailure(misses, allowed, now, weight)
    instants.push(now)
    const pause = Math.max(0, lockoutEnd(misses, allowed, now) - now)
    now += Math.max(pause, patience(instants.length, pause))
  }
  return instants
}

/** Returns the largest number of instants within any 24 hours. */
function mostInADay(instants: readonly number[]): number {
  let first = 0
  return instants.reduce((most, at, last) => {
    while (at - (instants[first] ?? 0) >= DAY) first += 1
    return Math.max(most, last - first + 1)
  }, 0)
}

for (const allowed of [MAX_FAILED_ATTEMPTS, MAX_FAILED_ATTEMPTS_WITH_CAPTCHA]) {
  test(`a guesser cannot exceed the daily limit by waiting between attempts (lockout after ${allowed} failures)`, () => {
    const atOnce = guess(allowed, () => 0)
    const belowThreshold = guess(allowed, (turn) =>
      turn % (allowed - 1) === 0 ? FAILURE_WINDOW : 0,
    )
    const inBursts = Array.from({ length: 10 }, (_, more) =>
      guess(allowed, (turn) => (turn % (allowed + more) === 0 ? LOCKOUT_MEMORY : 0)),
    )
    const evenly = [1, 2, 4, 5, 6].map((minutes) => guess(allowed, () => minutes * MINUTE))

    const most = [atOnce, belowThreshold, ...inBursts, ...evenly].map(mostInADay)

    assert.ok(Math.max(...most) <= TRIES_A_DAY, `${most}`)
    assert.ok(mostInADay(atOnce) > TRIES_A_DAY - 20, `${most}`)
  })

  test(`an attempt of weight three uses up three daily attempts (lockout after ${allowed} failures)`, () => {
    const atOnce = mostInADay(guess(allowed, () => 0, 3))
    const evenly = [5, 6, 17, 18].map((minutes) =>
      mostInADay(guess(allowed, () => minutes * MINUTE, 3)),
    )

    assert.ok(Math.max(atOnce, ...evenly) <= TRIES_A_DAY / 3, `${[atOnce, ...evenly]}`)
    assert.ok(atOnce > TRIES_A_DAY / 3 - 20, `${atOnce}`)
  })

  test(`a guesser cannot exceed the daily limit by random waiting (lockout after ${allowed} failures)`, () => {
    const chance = seededRandom(allowed)

    const most = Array.from({ length: 300 }, () => {
      const waits = chance.some(5, () =>
        chance.pick([0, MINUTE, BUDGET_REFILL_INTERVAL, FAILURE_WINDOW, LOCKOUT_MEMORY]),
      )
      const burst = 1 + chance.upTo(40)
      return mostInADay(
        guess(allowed, (turn) => (turn % burst === 0 ? chance.pick([0, ...waits]) : 0)),
      )
    })

    assert.ok(Math.max(...most) <= TRIES_A_DAY, `${Math.max(...most)}`)
  })
}

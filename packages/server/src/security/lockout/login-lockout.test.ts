import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import {
  addMiss,
  FIRST_PAUSE,
  forgottenAt,
  LEVEL_KEPT,
  LONGEST_PAUSE,
  MISS_WINDOW,
  MISSES_ALLOWED,
  MISSES_ALLOWED_WITH_CAPTCHA,
  type Misses,
  missesLeft,
  NO_MISSES,
  pauseEnd,
} from './login-lockout.ts'

const NOON = Date.UTC(2030, 0, 1, 12)
const ALLOWED = MISSES_ALLOWED

/** Adds `count` misses, one second apart, the last one at `until`. */
function misses(
  count: number,
  until = NOON,
  before: Misses = NO_MISSES,
  allowed = ALLOWED,
): Misses {
  const instants = Array.from({ length: count }, (_, turn) => until - (count - 1 - turn) * SECOND)
  return instants.reduce((all, at) => addMiss(all, allowed, at), before)
}

for (const allowed of [MISSES_ALLOWED, MISSES_ALLOWED_WITH_CAPTCHA]) {
  test(`miss ${allowed} begins a pause, and each further miss doubles it up to the longest`, () => {
    const counts = Array.from({ length: 10 }, (_, turn) => allowed - 1 + turn)

    const pauses = counts.map((count) => {
      const end = pauseEnd(misses(count, NOON, NO_MISSES, allowed), allowed, NOON)
      return Math.max(0, end - NOON)
    })

    const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((times) => times * FIRST_PAUSE)
    assert.deepEqual(pauses, [0, ...doubled.map((pause) => Math.min(pause, LONGEST_PAUSE))])
    assert.equal(pauses.at(-1), LONGEST_PAUSE)
  })
}

test('a pause counts from the last miss, whenever it is asked for', () => {
  const ends = [0, SECOND, MINUTE].map((later) =>
    pauseEnd(misses(ALLOWED + 2), ALLOWED, NOON + later),
  )

  assert.deepEqual(ends, Array(3).fill(NOON + 4 * FIRST_PAUSE))
})

test('below the threshold a miss counts for less than fifteen minutes', () => {
  const early = misses(1, NOON - MISS_WINDOW)
  const late = misses(1, NOON - MISS_WINDOW + 1)

  const ends = [early, late].map((before) => {
    return pauseEnd(misses(ALLOWED - 1, NOON, before), ALLOWED, NOON)
  })

  assert.deepEqual(
    ends.map((end) => end - NOON === FIRST_PAUSE),
    [false, true],
  )
  assert.equal(missesLeft(misses(ALLOWED - 1, NOON, early), ALLOWED, NOON), 1)
})

test('after a pause, the next miss within an hour begins a longer one', () => {
  const paused = misses(ALLOWED + 2)

  const pauses = [MISS_WINDOW, LEVEL_KEPT - 1, LEVEL_KEPT].map((later) => {
    const at = NOON + later
    return Math.max(0, pauseEnd(addMiss(paused, ALLOWED, at), ALLOWED, at) - at)
  })

  assert.deepEqual(pauses, [8 * FIRST_PAUSE, 8 * FIRST_PAUSE, 0])
})

test('after an hour without a miss the count starts over', () => {
  const at = NOON + LEVEL_KEPT + MINUTE
  const again = misses(ALLOWED - 1, at, misses(ALLOWED + 6))

  assert.equal(missesLeft(again, ALLOWED, at), 1)
  assert.equal(pauseEnd(misses(ALLOWED, at, misses(ALLOWED + 6)), ALLOWED, at) - at, FIRST_PAUSE)
})

test('without misses there is no pause', () => {
  assert.ok(pauseEnd(NO_MISSES, ALLOWED, NOON) < NOON)
  assert.equal(missesLeft(NO_MISSES, ALLOWED, NOON), ALLOWED)
})

test('any number of misses fills a small row and pauses for minutes', () => {
  let row = NO_MISSES
  let at = NOON
  let longest = 0
  for (let turn = 0; turn < 5000; turn += 1) {
    row = addMiss(row, ALLOWED, at)
    const end = pauseEnd(row, ALLOWED, at)
    longest = Math.max(longest, end - at)
    at = end
  }

  assert.ok(JSON.stringify(row).length < 400, JSON.stringify(row))
  assert.ok(longest >= LONGEST_PAUSE && longest <= 6 * MINUTE, `${longest}`)
})

test('misses are forgotten only when they no longer change anything', () => {
  for (const count of [1, ALLOWED - 1, ALLOWED + 2, ALLOWED + 70]) {
    const before = misses(count)
    const at = forgottenAt(before)

    assert.ok(at <= NOON + 8 * HOUR)
    assert.equal(missesLeft(before, ALLOWED, at), missesLeft(NO_MISSES, ALLOWED, at))
    assert.ok(pauseEnd(before, ALLOWED, at) <= at)
  }
})

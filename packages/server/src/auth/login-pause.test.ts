import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import {
  addMiss,
  forgottenAt,
  LEVEL_KEPT,
  LONGEST_PAUSE,
  MISS_WINDOW,
  type Misses,
  missesLeft,
  NO_MISSES,
  pauseEnd,
} from './login-pause.ts'

const NOON = Date.UTC(2030, 0, 1, 12)

/** So many misses, a second apart, the last one at `until`. */
function misses(count: number, until = NOON, before: Misses = NO_MISSES, allowed = 10): Misses {
  const instants = Array.from({ length: count }, (_, turn) => until - (count - 1 - turn) * SECOND)
  return instants.reduce((all, at) => addMiss(all, allowed, at), before)
}

for (const allowed of [10, 25]) {
  test(`the ${allowed}th miss begins a pause of 5 s, and each further one doubles it up to 5 minutes`, () => {
    const counts = Array.from({ length: 10 }, (_, turn) => allowed - 1 + turn)

    const pauses = counts.map((count) => {
      const end = pauseEnd(misses(count, NOON, NO_MISSES, allowed), allowed, NOON)
      return Math.max(0, end - NOON) / SECOND
    })

    assert.deepEqual(pauses, [0, 5, 10, 20, 40, 80, 160, 300, 300, 300])
  })
}

test('a pause is counted from the last miss, whenever it is asked for', () => {
  const ends = [0, SECOND, MINUTE].map((later) => pauseEnd(misses(12), 10, NOON + later))

  assert.deepEqual(ends, Array(3).fill(NOON + 20 * SECOND))
})

test('below the threshold a miss counts for less than fifteen minutes', () => {
  const early = misses(1, NOON - MISS_WINDOW)
  const late = misses(1, NOON - MISS_WINDOW + 1)

  const ends = [early, late].map((before) => pauseEnd(misses(9, NOON, before), 10, NOON))

  assert.deepEqual(
    ends.map((end) => end - NOON === 5 * SECOND),
    [false, true],
  )
  assert.equal(missesLeft(misses(9, NOON, early), 10, NOON), 1)
})

test('once there was a pause, the next miss within an hour begins a longer one', () => {
  const paused = misses(12)

  const pauses = [MISS_WINDOW, LEVEL_KEPT - 1, LEVEL_KEPT].map((later) => {
    const at = NOON + later
    return Math.max(0, pauseEnd(addMiss(paused, 10, at), 10, at) - at) / SECOND
  })

  assert.deepEqual(pauses, [40, 40, 0])
})

test('after an hour without a miss the count begins anew', () => {
  const at = NOON + LEVEL_KEPT + MINUTE
  const again = misses(9, at, misses(16))

  assert.equal(missesLeft(again, 10, at), 1)
  assert.equal(pauseEnd(misses(10, at, misses(16)), 10, at) - at, 5 * SECOND)
})

test('without misses there is no pause', () => {
  assert.ok(pauseEnd(NO_MISSES, 10, NOON) < NOON)
  assert.equal(missesLeft(NO_MISSES, 10, NOON), 10)
})

test('misses in any number fill a small row and pause for minutes', () => {
  let row = NO_MISSES
  let at = NOON
  let longest = 0
  for (let turn = 0; turn < 5000; turn += 1) {
    row = addMiss(row, 10, at)
    const end = pauseEnd(row, 10, at)
    longest = Math.max(longest, end - at)
    at = end
  }

  assert.ok(JSON.stringify(row).length < 400, JSON.stringify(row))
  assert.ok(longest >= LONGEST_PAUSE && longest <= 6 * MINUTE, `${longest}`)
})

test('what is forgotten of misses would change nothing any more', () => {
  for (const count of [1, 9, 12, 80]) {
    const before = misses(count)
    const at = forgottenAt(before)

    assert.ok(at <= NOON + 8 * HOUR)
    assert.equal(missesLeft(before, 10, at), missesLeft(NO_MISSES, 10, at))
    assert.ok(pauseEnd(before, 10, at) <= at)
  }
})

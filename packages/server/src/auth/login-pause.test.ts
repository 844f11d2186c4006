import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE, SECOND } from '../platform/clock.ts'
import { pauseEnd, recentMisses } from './login-pause.ts'

const NOON = Date.UTC(2030, 0, 1, 12)

/** So many misses, a second apart, the last one now. */
function misses(count: number): number[] {
  return Array.from({ length: count }, (_, turn) => NOON - (count - 1 - turn) * SECOND)
}

for (const allowed of [10, 25]) {
  test(`the ${allowed}th miss begins a pause of 5 s, and each further one doubles it up to 5 minutes`, () => {
    const counts = Array.from({ length: 10 }, (_, turn) => allowed - 1 + turn)

    const pauses = counts.map((count) => {
      const end = pauseEnd(misses(count), allowed, NOON)
      return end === 0 ? 0 : (end - NOON) / SECOND
    })

    assert.deepEqual(pauses, [0, 5, 10, 20, 40, 80, 160, 300, 300, 300])
  })
}

test('a pause is counted from the last miss, whenever it is asked for', () => {
  const ends = [0, SECOND, MINUTE].map((later) => pauseEnd(misses(12), 10, NOON + later))

  assert.deepEqual(ends, Array(3).fill(NOON + 20 * SECOND))
})

test('a miss counts for less than fifteen minutes', () => {
  const early = [NOON - 15 * MINUTE, ...misses(9)]
  const late = [NOON - 15 * MINUTE + 1, ...misses(9)]

  assert.deepEqual([pauseEnd(early, 10, NOON), pauseEnd(late, 10, NOON)], [0, NOON + 5 * SECOND])
  assert.deepEqual(recentMisses(early, NOON), misses(9))
  assert.deepEqual(recentMisses(late, NOON), late)
})

test('without misses there is no pause', () => {
  assert.equal(pauseEnd([], 10, NOON), 0)
})

test('any number of misses is at most a pause of five minutes', () => {
  assert.equal(pauseEnd(Array(5000).fill(NOON), 10, NOON), NOON + 5 * MINUTE)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '../clock.ts'
import { firstSeenWithin } from './first-seen-within.ts'

test('a name counts as new once per period', () => {
  const isNew = firstSeenWithin(MINUTE, 10)

  const results = [
    isNew('a', 0),
    isNew('a', 1),
    isNew('b', 1),
    isNew('a', MINUTE - 1),
    isNew('a', MINUTE),
    isNew('b', MINUTE),
    isNew('b', MINUTE + 1),
  ]

  assert.deepEqual(results, [true, false, true, false, true, false, true])
})

test('no name counts as new while the memory is full', () => {
  const isNew = firstSeenWithin(MINUTE, 3)
  const flood = (now: number) =>
    Array.from({ length: 100 }, (_, n) => isNew(`${now}-${n}`, now)).filter(Boolean).length

  const counts = [flood(0), flood(MINUTE - 1), flood(MINUTE), flood(MINUTE + 1)]

  assert.deepEqual(counts, [3, 0, 3, 0])
})

test('seeing a remembered name again makes no room for another name', () => {
  const isNew = firstSeenWithin(MINUTE, 2)

  const results = [
    isNew('a', 0),
    isNew('b', MINUTE / 2),
    isNew('a', MINUTE),
    isNew('c', MINUTE + 1),
    isNew('c', MINUTE * 1.5),
  ]

  assert.deepEqual(results, [true, true, true, false, true])
})

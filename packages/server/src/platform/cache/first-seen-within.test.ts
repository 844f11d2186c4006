import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '../clock.ts'
import { onceIn } from './first-seen-within.ts'

test('a name is news once in a period, each for itself', () => {
  const isNews = onceIn(MINUTE, 10)

  const told = [
    isNews('a', 0),
    isNews('a', 1),
    isNews('b', 1),
    isNews('a', MINUTE - 1),
    isNews('a', MINUTE),
    isNews('b', MINUTE),
    isNews('b', MINUTE + 1),
  ]

  assert.deepEqual(told, [true, false, true, false, true, false, true])
})

test('of a flood of names as many are news as there is room for', () => {
  const isNews = onceIn(MINUTE, 3)
  const flood = (now: number) =>
    Array.from({ length: 100 }, (_, n) => isNews(`${now}-${n}`, now)).filter(Boolean).length

  const counts = [flood(0), flood(MINUTE - 1), flood(MINUTE), flood(MINUTE + 1)]

  assert.deepEqual(counts, [3, 0, 3, 0])
})

test('a name that comes again makes room for no other', () => {
  const isNews = onceIn(MINUTE, 2)

  const told = [
    isNews('a', 0),
    isNews('b', MINUTE / 2),
    isNews('a', MINUTE),
    isNews('c', MINUTE + 1),
    isNews('c', MINUTE * 1.5),
  ]

  assert.deepEqual(told, [true, true, true, false, true])
})

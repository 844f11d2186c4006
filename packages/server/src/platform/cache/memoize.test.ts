import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from './memoize.ts'

test('a value is computed once per key until the cache is full', () => {
  const made: string[] = []
  const shout = memoize(2, (text) => {
    made.push(text)
    return text.toUpperCase()
  })

  const answers = ['a', 'b', 'a', 'b', 'c', 'a', 'c', ''].map(shout)

  assert.deepEqual(answers, ['A', 'B', 'A', 'B', 'C', 'A', 'C', ''])
  assert.deepEqual(made, ['a', 'b', 'c', 'a', ''])
})

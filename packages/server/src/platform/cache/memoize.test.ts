import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembering } from './memoize.ts'

test('a text is made into something once, until too many texts are known', () => {
  const made: string[] = []
  const shout = remembering(2, (text) => {
    made.push(text)
    return text.toUpperCase()
  })

  const answers = ['a', 'b', 'a', 'b', 'c', 'a', 'c', ''].map(shout)

  assert.deepEqual(answers, ['A', 'B', 'A', 'B', 'C', 'A', 'C', ''])
  assert.deepEqual(made, ['a', 'b', 'c', 'a', ''])
})

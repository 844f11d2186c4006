import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writtenOnce } from './json-cache.ts'

test('a frozen reply is written once, with what its row names, and any other not here', () => {
  const reply = Object.freeze({ shown: 1, hidden: 2 })
  let picks = 0
  const pick = (): object => {
    picks += 1
    return { shown: reply.shown }
  }

  const bytes = [reply, reply, reply].map((one) => writtenOnce(one, pick))
  const others = [{ ...reply }, [], null, undefined, 'text', Buffer.from('x')]

  assert.deepEqual(new Set(bytes.map(String)), new Set(['{"shown":1}']))
  assert.equal(picks, 1)
  assert.deepEqual(
    others.map((other) => writtenOnce(other, pick)),
    others.map(() => undefined),
  )
})

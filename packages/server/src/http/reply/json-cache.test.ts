import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedJson } from './json-cache.ts'

test('only a frozen reply is cached after it was serialized', () => {
  const reply = Object.freeze({ shown: 1, hidden: 2 })
  let picks = 0
  const pick = (): object => {
    picks += 1
    return { shown: reply.shown }
  }

  const bytes = [reply, reply, reply].map((one) => cachedJson(one, pick))
  const others = [{ ...reply }, [], null, undefined, 'text', Buffer.from('x')]

  assert.deepEqual(new Set(bytes.map(String)), new Set(['{"shown":1}']))
  assert.equal(picks, 1)
  assert.deepEqual(
    others.map((other) => cachedJson(other, pick)),
    others.map(() => undefined),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteCache } from './byte-cache.ts'

const bytes = (length: number) => Buffer.alloc(length, 1)

function namesIn(cache: ReturnType<typeof byteCache>, names: string): string {
  return [...names].filter((name) => cache.get(name)).join('')
}

test('a value is returned under its name until it is replaced', () => {
  const cache = byteCache(10)
  cache.set('a', Buffer.from('x'))
  cache.set('b', Buffer.from('y'))
  cache.set('a', Buffer.from('z'))

  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => cache.get(name)?.toString()),
    ['z', 'y', undefined],
  )
})

test('the least recently used value is evicted first', () => {
  const cache = byteCache(10)
  for (const name of 'abc') cache.set(name, bytes(3))
  cache.get('a')

  cache.set('d', bytes(4))

  assert.equal(namesIn(cache, 'abcd'), 'acd')
})

test('a value above the limit of the cache is not cached', () => {
  const cache = byteCache(10)
  for (const name of 'abc') cache.set(name, bytes(3))

  cache.set('d', bytes(8))
  cache.set('e', bytes(11))

  assert.equal(namesIn(cache, 'abcde'), 'd')
})

test('replacing a value does not count its size twice', () => {
  const cache = byteCache(10)
  for (let turn = 0; turn < 9; turn += 1) cache.set('a', bytes(5))

  cache.set('b', bytes(5))

  assert.equal(namesIn(cache, 'ab'), 'ab')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBanCache } from './ban-cache.ts'

test('a cached ban is found by UUID or name, in any letter case', () => {
  const bans = openBanCache()
  bans.markBanned(['uuid-1', 'Steve'], 1)

  assert.deepEqual(
    [
      bans.has(['UUID-1']),
      bans.has([undefined, 'steve']),
      bans.has([undefined]),
      bans.has(['alex']),
    ],
    [true, true, false, false],
  )
})

test('a response to a request sent before the ban does not clear the cached ban', () => {
  const bans = openBanCache()
  bans.markBanned(['steve'], 2)

  bans.markNotBanned(['steve'], 1)
  const after = bans.has(['steve'])
  bans.markNotBanned(['steve'], 3)

  assert.deepEqual([after, bans.has(['steve'])], [true, false])
})

test('the oldest ban is evicted when the cache is full', () => {
  const bans = openBanCache(2)
  bans.markBanned(['a'], 1)
  bans.markBanned(['b'], 2)
  bans.markBanned(['a'], 3)
  bans.markBanned(['c'], 4)

  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => bans.has([key])),
    [true, false, true],
  )
})

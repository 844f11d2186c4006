import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBanMemory } from './ban-cache.ts'

test('a ban is known by each of its keys in any case', () => {
  const bans = openBanMemory()
  bans.noteBanned(['uuid-1', 'Steve'], 1)

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

test('only the answer to a later request ends a ban', () => {
  const bans = openBanMemory()
  bans.noteBanned(['steve'], 2)

  bans.noteFree(['steve'], 1)
  const after = bans.has(['steve'])
  bans.noteFree(['steve'], 3)

  assert.deepEqual([after, bans.has(['steve'])], [true, false])
})

test('when there are too many bans, the oldest is forgotten', () => {
  const bans = openBanMemory(2)
  bans.noteBanned(['a'], 1)
  bans.noteBanned(['b'], 2)
  bans.noteBanned(['a'], 3)
  bans.noteBanned(['c'], 4)

  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => bans.has([key])),
    [true, false, true],
  )
})

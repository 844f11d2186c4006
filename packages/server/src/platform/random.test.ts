import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, newSortableId, newToken, newUuid, type Random, systemRandom } from './random.ts'

function fixed(byte: number): Random {
  return { bytes: (count) => Buffer.alloc(count, byte) }
}

test('tokens have 256 random bits and ids 128', () => {
  const [token, id] = [newToken(fixed(0xff)), newId(fixed(0xff))]

  assert.deepEqual(Buffer.from(token, 'base64url'), Buffer.alloc(32, 0xff))
  assert.deepEqual(Buffer.from(id, 'base64url'), Buffer.alloc(16, 0xff))
  assert.deepEqual([token.length, id.length], [43, 22])
})

test('tokens, ids and UUIDs are unique', () => {
  for (const make of [newToken, newId, newUuid]) {
    const made = Array.from({ length: 1000 }, () => make(systemRandom))
    assert.equal(new Set(made).size, 1000)
    for (const text of made) assert.match(text, /^[A-Za-z0-9_-]+$/)
  }
})

test('no random byte is returned twice, whatever sizes are requested', () => {
  const counts = [...Array.from({ length: 3000 }, (_, n) => (n * 7) % 60), 4096, 4097, 10_000]

  const given = counts.map((count) => systemRandom.bytes(count))

  assert.deepEqual(
    given.map(({ length }) => length),
    counts,
  )
  const all = Buffer.concat(given)
  const words = Array.from({ length: all.length >> 3 }, (_, n) => all.readBigUInt64LE(n * 8))
  assert.equal(new Set(words).size, words.length) // by chance, no group of 8 bytes is repeated
  assert.equal(all.includes(Buffer.alloc(8)), false) // no byte was returned after it was erased
})

test('returned bytes do not change when more are requested', () => {
  const first = systemRandom.bytes(32)
  const copy = Buffer.from(first)

  for (let n = 0; n < 1000; n += 1) systemRandom.bytes(32).fill(0)

  assert.deepEqual(first, copy)
})

test('a player UUID has version 4', () => {
  assert.equal(newUuid(fixed(0xff)), 'ffffffff-ffff-4fff-bfff-ffffffffffff')
  assert.equal(newUuid(fixed(0x00)), '00000000-0000-4000-8000-000000000000')
})

test('a sortable id is a UUID of version 7 that begins with its time', () => {
  const at = Date.UTC(2030, 0, 1, 12)

  assert.equal(newSortableId(fixed(0xff), at), '01b8dd58-e200-7fff-bfff-ffffffffffff')
  assert.equal(newSortableId(fixed(0x00), at), '01b8dd58-e200-7000-8000-000000000000')
})

test('sortable ids are in the order of their creation', () => {
  const instants = [
    0,
    1,
    255,
    256,
    65_536,
    Date.UTC(2030, 0, 1),
    Date.UTC(2030, 0, 1) + 1,
    2 ** 48 - 1,
  ]

  const ids = instants.map((at, turn) => newSortableId(fixed(turn % 2 === 0 ? 0xff : 0), at))

  assert.deepEqual(ids.toSorted(), ids)
})

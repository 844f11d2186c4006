import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CodeOwner, codeMac, newEmailCode } from './email-code.ts'

const STEVE: CodeOwner = { playerId: 'steve', purpose: 'activation', address: 's@example.org' }

/** Returns the stored form of a code on a site whose key consists of 32 bytes with the value `byte`. */
function stored(byte: number, code: string, owner = STEVE): string {
  return codeMac({ kid: 'kid', derived: () => Buffer.alloc(32, byte) }, owner, code)
}

test('a stored code cannot be brute-forced without the key', () => {
  assert.equal(stored(1, '123456'), stored(1, '123456'))
  assert.notEqual(stored(1, '123456'), stored(2, '123456'))
  assert.notEqual(stored(1, '123456'), stored(1, '123457'))
})

test('a code is wrong for another player, purpose or address', () => {
  const owners: CodeOwner[] = [
    STEVE,
    { ...STEVE, playerId: 'alex' },
    { ...STEVE, purpose: 'address' },
    { ...STEVE, address: 'a@example.org' },
  ]

  const macs = owners.map((owner) => stored(1, '123456', owner))

  assert.equal(new Set(macs).size, owners.length)
})

test('all million codes are equally likely', () => {
  const chance = [0, 999_999, 1_000_000, 5_000_007, 2 ** 48 - 1]

  const codes = chance.map((number) => {
    const bytes = Buffer.alloc(6)
    bytes.writeUIntBE(number, 0, 6)
    return newEmailCode({ bytes: (count) => bytes.subarray(0, count) })
  })

  assert.deepEqual(codes, ['000000', '999999', '000000', '000007', '710655'])
})

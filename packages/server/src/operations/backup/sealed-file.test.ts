import assert from 'node:assert/strict'
import { createDecipheriv, type ScryptOptions, scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { systemRandom } from '../../platform/random.ts'
import { CorruptBackup } from './backup-lines.ts'
import { openFile, SEALED_MAGIC, sealFile } from './sealed-file.ts'

const PASSPHRASE = 'nobody guesses this one'
/** A cheap key derivation; the real one takes 0.5 s of a core. */
const CHEAP: ScryptOptions = { N: 2 }
const CHUNK = 65_536 + 16
const HEAD = SEALED_MAGIC.length + 16

async function* pieces(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function seal(plain: Buffer): Promise<Buffer> {
  const sealed = sealFile(pieces(plain, 50_000), PASSPHRASE, systemRandom, CHEAP)
  return Buffer.concat(await Array.fromAsync(sealed))
}

async function open(sealed: Buffer, passphrase = PASSPHRASE): Promise<Buffer> {
  const opened = openFile(pieces(sealed, 30_000), passphrase, CHEAP)
  return Buffer.concat(await Array.fromAsync(opened))
}

const plainOf = (length: number) => Buffer.alloc(length, 'a plain text that repeats itself. ')

test('files of any length are encrypted and decrypted', async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]) {
    const plain = plainOf(length)
    assert.ok((await open(await seal(plain))).equals(plain), String(length))
  }
})

test('encrypting a file twice gives different bytes', async () => {
  const [one, other] = [await seal(plainOf(100)), await seal(plainOf(100))]

  assert.notDeepEqual(one.subarray(SEALED_MAGIC.length), other.subarray(SEALED_MAGIC.length))
  assert.equal(one.indexOf('plain text'), -1)
})

test('deriving the key takes the full cost of scrypt: N=2^17, r=8', async () => {
  const whole = sealFile(pieces(plainOf(100), 100), PASSPHRASE, systemRandom)
  const sealed = Buffer.concat(await Array.fromAsync(whole))

  const salt = sealed.subarray(SEALED_MAGIC.length, HEAD)
  const key = scryptSync(PASSPHRASE, salt, 32, { N: 131_072, r: 8, p: 1, maxmem: 2 ** 28 })
  const lastOfOne = Buffer.from('000000000000000000000001', 'hex')
  const decipher = createDecipheriv('aes-256-gcm', key, lastOfOne)
  decipher.setAuthTag(sealed.subarray(-16))
  const opened = Buffer.concat([decipher.update(sealed.subarray(HEAD, -16)), decipher.final()])
  assert.ok(opened.equals(plainOf(100)))
  const again = await Array.fromAsync(openFile(pieces(sealed, 100), PASSPHRASE))
  assert.ok(Buffer.concat(again).equals(plainOf(100)))
})

test('moved, missing, repeated or truncated chunks do not decrypt', async () => {
  const sealed = await seal(plainOf(200_000)) // three full chunks and a shorter one
  const head = sealed.subarray(0, HEAD)
  const chunk = (n: number) => sealed.subarray(HEAD + n * CHUNK, HEAD + (n + 1) * CHUNK)
  const [a, b, c, d] = [chunk(0), chunk(1), chunk(2), chunk(3)]
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(HEAD + CHUNK + 5) ^ 1, HEAD + CHUNK + 5)
  const broken: Record<string, Buffer> = {
    'two exchanged': Buffer.concat([head, b, a, c, d]),
    'one left out': Buffer.concat([head, a, c, d]),
    'one twice': Buffer.concat([head, a, a, b, c, d]),
    'the last left out': Buffer.concat([head, a, b, c]),
    'the end first': Buffer.concat([head, d]),
    'cut off in the middle': sealed.subarray(0, HEAD + CHUNK + 100),
    'cut off in the head': sealed.subarray(0, HEAD - 3),
    'a bit changed': changed,
    'nothing but the head': head,
  }

  for (const [what, bytes] of Object.entries(broken)) {
    await assert.rejects(open(bytes), CorruptBackup, what)
  }
  await assert.rejects(open(sealed, 'another one'), CorruptBackup)
})

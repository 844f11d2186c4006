import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../platform/random.ts'
import { seal, unseal } from './secret-box.ts'

const KEY = Buffer.alloc(32, 7)
const ROW = 'totp:00000000-0000-4000-8000-000000000001'
const SECRET = Buffer.from('JBSWY3DPEHPK3PXP')

test('a sealed secret opens with its key and row', () => {
  const sealed = seal(KEY, systemRandom, ROW, SECRET)

  assert.deepEqual(unseal(KEY, ROW, sealed), SECRET)
  assert.match(sealed, /^[\w-]{16}\.[\w-]{22}\.[\w-]{22}$/)
})

test('an empty secret and a long one open', () => {
  for (const secret of [Buffer.alloc(0), Buffer.alloc(100_000, 1)]) {
    assert.deepEqual(unseal(KEY, ROW, seal(KEY, systemRandom, ROW, secret)), secret)
  }
})

test('the same secret is sealed differently each time', () => {
  const sealed = Array.from({ length: 50 }, () => seal(KEY, systemRandom, ROW, SECRET))

  const parts = sealed.map((text) => text.split('.'))
  for (const part of [0, 1, 2]) assert.equal(new Set(parts.map((each) => each[part])).size, 50)
})

test('a secret does not open for another row or with another key', () => {
  const sealed = seal(KEY, systemRandom, ROW, SECRET)

  for (const row of [`${ROW} `, ROW.slice(0, -1), '', 'totp:']) {
    assert.throws(() => unseal(KEY, row, sealed))
  }
  assert.throws(() => unseal(Buffer.alloc(32, 8), ROW, sealed))
})

test('a secret does not open after a single flipped bit', () => {
  const parts = seal(KEY, systemRandom, ROW, SECRET)
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'))
  const opened: string[] = []

  for (const [index, part] of parts.entries()) {
    for (let bit = 0; bit < part.length * 8; bit += 1) {
      const flipped = Buffer.from(part)
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const text = parts
        .with(index, flipped)
        .map((each) => each.toString('base64url'))
        .join('.')
      if (opens(text)) opened.push(`part ${index}, bit ${bit}`)
    }
  }

  assert.deepEqual(opened, [])
})

test('a secret does not open if a part is cut short or missing', () => {
  const [iv = '', tag = '', text = ''] = seal(KEY, systemRandom, ROW, SECRET).split('.')
  const shortTags = [15, 12, 8, 4, 1, 0].map((bytes) =>
    Buffer.from(tag, 'base64url').subarray(0, bytes).toString('base64url'),
  )
  const broken = [
    ...shortTags.map((short) => `${iv}.${short}.${text}`),
    `${iv}.${tag}.${text.slice(2)}`,
    `${iv.slice(2)}.${tag}.${text}`,
    `.${tag}.${text}`,
    `${iv}.${tag}`,
    iv,
    '',
    '..',
  ]

  assert.deepEqual(broken.filter(opens), [])
})

function opens(text: string): boolean {
  try {
    unseal(KEY, ROW, text)
    return true
  } catch {
    return false
  }
}

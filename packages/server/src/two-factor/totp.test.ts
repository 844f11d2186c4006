import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, matchingStep, stepAt, totpCode } from './totp.ts'

test('the codes are those of RFC 6238, appendix B, cut to six digits', () => {
  const secret = Buffer.from('12345678901234567890')
  const instants = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]

  const codes = instants.map((seconds) => totpCode(secret, stepAt(seconds * 1000)))

  assert.deepEqual(codes, ['287082', '081804', '050471', '005924', '279037', '353130'])
})

test('base32 is that of RFC 4648, 10, without padding', () => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar']

  const written = texts.map((text) => base32(Buffer.from(text)))

  assert.deepEqual(written, ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test('a code is read with spaces and refused in any other form', () => {
  const secret = Buffer.from('12345678901234567890')
  const now = 59_000

  const steps = ['287 082', '287082', '28708', '2870822', '٢٨٧٠٨٢', 'abcdef', ''].map((code) =>
    matchingStep(secret, code, now),
  )

  assert.deepEqual(steps, [1, 1, undefined, undefined, undefined, undefined, undefined])
})

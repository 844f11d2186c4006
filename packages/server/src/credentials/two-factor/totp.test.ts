import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingStep } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

test('codes equal those of RFC 6238, appendix B, shortened to six digits', () => {
  const codes = {
    59: '287082',
    1111111109: '081804',
    1111111111: '050471',
    1234567890: '005924',
    2000000000: '279037',
    20000000000: '353130',
  }

  const steps = Object.entries(codes).map(([second, code]) =>
    matchingStep(SECRET, code, Number(second) * 1000),
  )

  assert.deepEqual(steps, [1, 37037036, 37037037, 41152263, 66666666, 666666666])
})

test('a code may contain spaces, other formats are refused', () => {
  const now = 59_000

  const steps = ['287 082', '287082', '28708', '2870822', '٢٨٧٠٨٢', 'abcdef', ''].map((code) =>
    matchingStep(SECRET, code, now),
  )

  assert.deepEqual(steps, [1, 1, undefined, undefined, undefined, undefined, undefined])
})

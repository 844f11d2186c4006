import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalUuid } from './profile.ts'

test('a UUID is accepted with and without dashes, other text is not', () => {
  const spelled = '0A1B2C3D-4E5F-4071-8293-a4b5c6d7e8f9'
  const canonical = '0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9'

  assert.equal(canonicalUuid(spelled), canonical)
  assert.equal(canonicalUuid(spelled.replaceAll('-', '')), canonical)
  assert.deepEqual(
    [undefined, '', 'Steve', `${spelled}0`, '0'.repeat(32), `g${'0'.repeat(31)}`].map(
      canonicalUuid,
    ),
    Array(6).fill(undefined),
  )
})

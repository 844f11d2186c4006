import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../platform/random.ts'
import { argon2Passwords } from './passwords.ts'

test('without a stored hash, a password is checked against a dummy hash with current parameters', async () => {
  const passwords = await argon2Passwords(systemRandom, 1)

  const check = passwords.verify(undefined, 'any')
  const load = passwords.load()
  const fits = await check
  const made = await passwords.hash('any')

  assert.deepEqual([load, fits], [{ running: 1, waiting: 0 }, false])
  assert.equal(passwords.isOutdated(made), false) // the expected parameters are read from this hash
})

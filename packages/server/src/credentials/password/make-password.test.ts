import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../settings/setting.ts'
import { makePassword } from './make-password.ts'

test('a generated password always follows the rules', async () => {
  const withAlex = Buffer.from('xxxxAlexxxxx0Q8dK3vT9mZp', 'base64url')
  const fine = Buffer.from('7fQ2kV9sXw4LzR8nB6yHtJ3c', 'base64url')
  const chance = [withAlex, fine]
  const settings = defaultSettings({ smtpUrl: '' })
  const app = {
    random: { bytes: () => chance.shift() ?? fine },
    settings: {
      read: async () => settings,
      last: () => settings,
      invalidate: () => undefined,
      onChange: () => undefined,
    },
  }

  const password = await makePassword(app, { username: 'Alex', email: 'alex@example.org' })

  assert.equal(password, '7fQ2kV9sXw4LzR8nB6yHtJ3c')
})

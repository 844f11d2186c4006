import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPassword } from './postgres-url.ts'

test('an address is shown without its password, wherever that stands', () => {
  const shown: Record<string, string | undefined> = {
    'postgres://portal:Secret1@db.example.org:5432/portal':
      'postgres://portal:***@db.example.org:5432/portal',
    'postgres://portal@db/portal?sslmode=verify-full':
      'postgres://portal@db/portal?sslmode=verify-full',
    'postgres://db/portal?user=portal&password=Secret1&x=1':
      'postgres://db/portal?user=portal&password=***&x=1',
    'postgres://portal:Secret1@[::1]:5432/portal': 'postgres://portal:***@[::1]:5432/portal',
    'mysql://portal:Secret1@db/portal': 'mysql://portal:***@db/portal',
    'postgres://portal:Se#cr/et@1@db/portal': 'postgres://portal:***@db/portal',
    'postgres://portal:Secret1': undefined,
    'postgres:portal:Secret1@db': undefined,
    'portal:Secret1': undefined,
    Secret1: undefined,
  }

  const found = Object.keys(shown).map((url) => [url, withoutPassword(url)])

  assert.deepEqual(Object.fromEntries(found), shown)
})

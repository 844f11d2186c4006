import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPostgresUrl, withoutPassword } from './postgres-url.ts'

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
    'postgres://portal:Secret1@a:5432,b:5433/portal': 'postgres://portal:***@a:5432,b:5433/portal',
    'postgres:portal:Secret1@db': undefined,
    'portal:Secret1': undefined,
    Secret1: undefined,
  }

  const found = Object.keys(shown).map((url) => [url, withoutPassword(url)])

  assert.deepEqual(Object.fromEntries(found), shown)
})

test('an address may have several hosts, of which the one that takes writes is wanted', () => {
  const read = [
    'postgres://portal:Secret1@a,b:5433/portal?sslmode=verify-full',
    'postgres://portal@/portal?host=a,b&port=5432,5433',
    'postgres://portal@[::1]:5432,b/portal?target_session_attrs=any',
    'postgres://portal@a/portal',
  ].map(readPostgresUrl)

  assert.deepEqual(read, [
    {
      hosts: [
        'postgres://portal:Secret1@a/portal?sslmode=verify-full',
        'postgres://portal:Secret1@b:5433/portal?sslmode=verify-full',
      ],
      wanted: 'read-write',
    },
    {
      hosts: ['postgres://portal@a:5432/portal', 'postgres://portal@b:5433/portal'],
      wanted: 'read-write',
    },
    {
      hosts: [
        'postgres://portal@[::1]:5432/portal?target_session_attrs=any',
        'postgres://portal@b/portal?target_session_attrs=any',
      ],
      wanted: 'any',
    },
    { hosts: ['postgres://portal@a/portal'], wanted: 'any' },
  ])
})

test('what an address cannot say is refused by its name', () => {
  const refused = {
    'postgres://a/portal?statement_timeout=0': /statement_timeout/,
    'postgres://a/portal?sslmode=require&channel_binding=require': /channel_binding/,
    'postgres://a,b/portal?target_session_attrs=standby': /read-write/,
    'postgres://a:b:c/portal': /postgres:\/\//,
    'mysql://a/portal': /postgres:\/\//,
  }

  for (const [url, why] of Object.entries(refused)) {
    assert.throws(() => readPostgresUrl(url), { message: why }, url)
  }
})

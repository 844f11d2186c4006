import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPostgresUrl, withoutPassword } from './url.ts'

test('the password of a database URL is hidden wherever the URL contains it', () => {
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

test('with several hosts in a database URL, the host that accepts writes is used', () => {
  const read = [
    'postgres://portal:Secret1@a,b:5433/portal?sslmode=verify-full',
    'postgres://portal@/portal?host=a,b&port=5432,5433',
    'postgres://portal@[::1]:5432,b/portal?target_session_attrs=any',
    'postgres://portal@a/portal',
  ].map(readPostgresUrl)

  assert.deepEqual(
    read.map(({ hosts, wanted }) => [wanted, ...hosts]),
    [
      [
        'read-write',
        'postgres://portal:Secret1@a/portal?sslmode=verify-full',
        'postgres://portal:Secret1@b:5433/portal?sslmode=verify-full',
      ],
      ['read-write', 'postgres://portal@a:5432/portal', 'postgres://portal@b:5433/portal'],
      [
        'any',
        'postgres://portal@[::1]:5432/portal?target_session_attrs=any',
        'postgres://portal@b/portal?target_session_attrs=any',
      ],
      ['any', 'postgres://portal@a/portal'],
    ],
  )
})

test('a database URL is accepted in the form that a hosting provider shows', () => {
  const read = [
    'postgresql://portal:Se%40cr@ep-a-pooler.eu.aws.neon.tech/portal?sslmode=require&channel_binding=require',
    'postgres://postgres.abc:Secret1@aws-0.pooler.supabase.com:6543/postgres?pgbouncer=true&connect_timeout=15',
    'postgres://doadmin:Secret1@a.db.ondigitalocean.com:25060/portal?sslmode=verify-full&sslrootcert=system',
    'postgres://portal@a/portal?options=project%3Dabc&keepalives_idle=30&target_session_attrs=primary',
  ].map(readPostgresUrl)

  assert.deepEqual(
    read.map(({ hosts, wanted, bindsChannel }) => [hosts, wanted, bindsChannel]),
    [
      [
        ['postgresql://portal:Se%40cr@ep-a-pooler.eu.aws.neon.tech/portal?sslmode=verify-full'],
        'any',
        true,
      ],
      [['postgres://postgres.abc:Secret1@aws-0.pooler.supabase.com:6543/postgres'], 'any', false],
      [
        ['postgres://doadmin:Secret1@a.db.ondigitalocean.com:25060/portal?sslmode=verify-full'],
        'any',
        false,
      ],
      [
        ['postgres://portal@a/portal?options=project%3Dabc&target_session_attrs=primary'],
        'read-write',
        false,
      ],
    ],
  )
})

test('sslmode decides whether a database host is tried with TLS, without, or both', () => {
  const modes = ['prefer', 'allow', 'require', 'verify-ca', 'disable', 'no-verify'].map((mode) => [
    mode,
    readPostgresUrl(`postgres://a/portal?sslmode=${mode}`).hosts.map((host) =>
      new URL(host).searchParams.get('sslmode'),
    ),
  ])

  assert.deepEqual(Object.fromEntries(modes), {
    prefer: ['no-verify', 'disable'],
    allow: ['disable', 'no-verify'],
    require: ['verify-full'],
    'verify-ca': ['verify-full'],
    disable: ['disable'],
    'no-verify': ['no-verify'],
  })
})

test('an unsupported parameter of a database URL is named in the refusal', () => {
  const refused = {
    'postgres://a/portal?statement_timeout=0': /statement_timeout/,
    'postgres://a/portal?channel_binding=require': /sslmode=verify-full/,
    'postgres://a/portal?channel_binding=require&sslmode=prefer': /sslmode=verify-full/,
    'postgres://a/portal?gssencmode=require': /gssencmode=require/,
    'postgres://a/portal?client_encoding=latin1': /client_encoding=latin1/,
    'postgres://a/portal?sslmode=on': /verify-full/,
    'postgres://a/portal?sslcrl=list.pem': /sslcrl/,
    'postgres://a,b/portal?target_session_attrs=standby': /read-write/,
    'postgres://a:b:c/portal': /postgres:\/\//,
    'mysql://a/portal': /postgres:\/\//,
  }

  for (const [url, why] of Object.entries(refused)) {
    assert.throws(() => readPostgresUrl(url), { message: why }, url)
  }
})

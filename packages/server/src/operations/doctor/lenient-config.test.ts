import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WrongConfig } from '../../settings/config-values.ts'
import { readConfigLeniently } from './lenient-config.ts'

test('the doctor names every invalid setting and uses the others', () => {
  const { config, wrong } = readConfigLeniently({
    PORT: 'eighty',
    PUBLIC_URL: 'https://example.org',
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: 'a key',
    METRICS_TOKEN_FILE: '/no/such/file',
    DATABASE_URL: 'mysql://portal:secret@db/portal',
  })

  assert.deepEqual(
    wrong.map((line) => line.split(' ', 1)[0]),
    ['PORT', 'DATABASE_URL', 'CAPTCHA_SECRET_KEY', 'METRICS_TOKEN_FILE'],
  )
  assert.doesNotMatch(wrong.join(), /secret@/)
  assert.deepEqual(
    [config.port, config.publicUrl, config.captcha, config.databaseUrl],
    [8080, 'https://example.org', undefined, ''],
  )
})

test('the doctor reads valid settings like the server does at its start', () => {
  assert.deepEqual(readConfigLeniently({ PORT: '81' }).wrong, [])
  assert.equal(readConfigLeniently({ PORT: '81' }).config.port, 81)
})

test('reading settings throws if a default derived from them is invalid', () => {
  // With this host name the default of MAIL_FROM is invalid, although MAIL_FROM is not set.
  assert.throws(() => readConfigLeniently({ PUBLIC_URL: 'http://a,b' }), WrongConfig)
})

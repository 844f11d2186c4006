import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WrongConfig } from '../../settings/config-values.ts'
import { readForgivingly } from './lenient-config.ts'

test('every wrong setting is named, and the others are used', () => {
  const { config, wrong } = readForgivingly({
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

test('valid settings are read as they are at a start', () => {
  assert.deepEqual(readForgivingly({ PORT: '81' }).wrong, [])
  assert.equal(readForgivingly({ PORT: '81' }).config.port, 81)
})

test('an error that no setting causes is thrown', () => {
  // This host name makes no valid sender, so MAIL_FROM is wrong although nobody set it.
  assert.throws(() => readForgivingly({ PUBLIC_URL: 'http://a,b' }), WrongConfig)
})

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { DAY, HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import { readConfig } from './config.ts'

test('every environment variable has a default', () => {
  assert.deepEqual(readConfig({}), {
    host: '0.0.0.0',
    port: 8080,
    publicUrl: 'http://localhost:8080',
    dataDir: resolve('data'),
    databaseUrl: '',
    databaseWait: MINUTE,
    accessTtl: 5 * MINUTE,
    refreshTtl: 30 * DAY,
    refreshRotation: true,
    shutdownDelay: 0,
    encryptionKey: undefined,
    trustProxy: false,
    corsOrigins: [],
    allowPrivateHosts: [],
    smtpUrl: '',
    smtpConnections: 3,
    mailFrom: '',
    captcha: undefined,
    breachApiUrl: 'https://api.pwnedpasswords.com',
    discordApiUrl: 'https://discord.com/api/v10',
    easydonateApiUrl: 'https://easydonate.ru/api/v3',
    backupPassphrase: '',
    metricsToken: '',
    auditKept: 180 * DAY,
    logLevel: 'info',
    logFormat: undefined,
  })
})

test('every environment variable is read', () => {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '9000',
    PUBLIC_URL: 'https://portal.example/',
    DATA_DIR: '/srv/portal',
    DATABASE_URL: 'postgres://portal@db/portal',
    DATABASE_WAIT: 'off',
    JWT_EXPIRES: '90s',
    JWT_REFRESH_EXPIRES: '1d12h',
    JWT_REFRESH_ROTATION: 'off',
    SHUTDOWN_DELAY: '5s',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRUST_PROXY: '2',
    CORS_ORIGINS: 'https://a.example, http://localhost:3000/',
    ALLOW_PRIVATE_HOSTS: 'Old.example.internal, 10.0.0.5,[::1],fd00::7',
    SMTP_URL: 'smtps://portal@mail:465',
    SMTP_CONNECTIONS: '8',
    MAIL_FROM: 'The Portal <post@portal.example>',
    BREACH_API_URL: 'http://127.0.0.1:9/',
    DISCORD_API_URL: 'http://127.0.0.1:8/api/v10/',
    EASYDONATE_API_URL: 'http://127.0.0.1:7/api/v3/',
    BACKUP_PASSPHRASE: 'nobody guesses this one',
    METRICS_TOKEN: 'scrape-me-if-you-can',
    AUDIT_KEPT: '365d',
    LOG_LEVEL: 'WARN',
    LOG_FORMAT: 'Text',
  })

  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 9000,
    publicUrl: 'https://portal.example',
    dataDir: resolve('/srv/portal'),
    databaseUrl: 'postgres://portal@db/portal',
    databaseWait: 0,
    accessTtl: 90 * SECOND,
    refreshTtl: 36 * HOUR,
    refreshRotation: false,
    shutdownDelay: 5 * SECOND,
    encryptionKey: Buffer.alloc(32, 7),
    trustProxy: 2,
    corsOrigins: ['https://a.example', 'http://localhost:3000'],
    allowPrivateHosts: ['old.example.internal', '10.0.0.5', '::1', 'fd00::7'],
    smtpUrl: 'smtps://portal@mail:465',
    smtpConnections: 8,
    mailFrom: 'The Portal <post@portal.example>',
    captcha: undefined,
    breachApiUrl: 'http://127.0.0.1:9',
    discordApiUrl: 'http://127.0.0.1:8/api/v10',
    easydonateApiUrl: 'http://127.0.0.1:7/api/v3',
    backupPassphrase: 'nobody guesses this one',
    metricsToken: 'scrape-me-if-you-can',
    auditKept: 365 * DAY,
    logLevel: 'warn',
    logFormat: 'text',
  })
})

test('the default of PUBLIC_URL contains PORT', () => {
  const byPort = readConfig({ PORT: '9000' })
  const byUrl = readConfig({ PORT: '9000', PUBLIC_URL: 'https://portal.example' })

  assert.deepEqual(
    [byPort.publicUrl, byUrl.publicUrl],
    ['http://localhost:9000', 'https://portal.example'],
  )
})

test('an empty environment variable has its default', () => {
  const config = readConfig({ PORT: '', LOG_LEVEL: '  ', JWT_EXPIRES: ' 1m ', DATABASE_URL: ' ' })

  const { port, logLevel, accessTtl, databaseUrl } = config
  assert.deepEqual(
    { port, logLevel, accessTtl, databaseUrl },
    {
      port: 8080,
      logLevel: 'info',
      accessTtl: MINUTE,
      databaseUrl: '',
    },
  )
})

test('a lifetime is one or more numbers, each with a unit', () => {
  const texts = ['1s', '90s', '5m', '12h', '30d', '1h30m', '1d1h1m1s', '3650d']

  const lifetimes = texts.map((text) => readConfig({ JWT_EXPIRES: text }).accessTtl)

  assert.deepEqual(lifetimes, [
    SECOND,
    90 * SECOND,
    5 * MINUTE,
    12 * HOUR,
    30 * DAY,
    90 * MINUTE,
    DAY + HOUR + MINUTE + SECOND,
    3650 * DAY,
  ])
})

test('TRUST_PROXY is off, a number of hops, or addresses and networks', () => {
  const forms: Record<string, false | number | string[]> = {
    off: false,
    OFF: false,
    false: false,
    '0': false,
    '1': 1,
    '99': 99,
    '10.0.0.1': ['10.0.0.1'],
    '10.0.0.0/8, 127.0.0.1': ['10.0.0.0/8', '127.0.0.1'],
    '::1,fd00::/8,::ffff:10.0.0.1': ['::1', 'fd00::/8', '10.0.0.1'],
    '10.0.0.1/32,::1/128,10.1.2.3/8': ['10.0.0.1', '::1', '10.0.0.0/8'],
  }

  const read = Object.keys(forms).map((text) => readConfig({ TRUST_PROXY: text }).trustProxy)

  assert.deepEqual(read, Object.values(forms))
})

test('ENCRYPTION_KEY is 32 bytes as hex or any variant of base64', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index))
  const texts = [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    key.toString('base64'),
    key.toString('base64').replace('=', ''),
    key.toString('base64url'),
  ]

  const keys = texts.map((text) => readConfig({ ENCRYPTION_KEY: text }).encryptionKey)

  assert.deepEqual(keys, Array(5).fill(key))
})

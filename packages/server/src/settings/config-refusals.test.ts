import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder } from '../../test/support/server-process.ts'
import { readConfig } from './config.ts'
import { WrongConfig } from './config-values.ts'

const A_LIFETIME = 'a time from 1s to 3650d, such as 90s, 5m, 12h, 30d or 1h30m'
const AN_ADDRESS = 'an address such as https://example.org'

/** For each setting, the words in which an error describes valid values, and texts that are invalid. */
const wrong: Record<string, { may: string; texts: string[] }> = {
  PORT: {
    may: 'a whole number from 0 to 65535',
    texts: ['eighty', '-1', '65536', '80.5', '0x50', '1e3', '8080 8081', '٣'],
  },
  SMTP_CONNECTIONS: {
    may: 'a whole number from 1 to 20',
    texts: ['0', '21', 'three', '-1', '1.5'],
  },
  PUBLIC_URL: {
    may: AN_ADDRESS,
    texts: [
      'example.org',
      'ftp://example.org',
      'https://',
      'https://steve@example.org',
      'https://example.org/?a=1',
      'https://example.org/#a',
    ],
  },
  EASYDONATE_API_URL: { may: AN_ADDRESS, texts: ['easydonate.ru', 'ftp://easydonate.ru'] },
  DISCORD_API_URL: { may: AN_ADDRESS, texts: ['discord.com', 'ftp://discord.com'] },
  BREACH_API_URL: { may: AN_ADDRESS, texts: ['example.org', 'file:///etc/passwd'] },
  JWT_EXPIRES: {
    may: A_LIFETIME,
    texts: ['0s', '5', '5 m', '1.5h', '-5m', '2w', 'm', '5M', '1h-1m', '3650d1s', '999999999d'],
  },
  JWT_REFRESH_EXPIRES: { may: A_LIFETIME, texts: ['0d', 'forever', '87600h1s'] },
  AUDIT_KEPT: { may: A_LIFETIME, texts: ['180', '0d', 'forever'] },
  SHUTDOWN_DELAY: { may: A_LIFETIME, texts: ['0', '5', 'soon'] },
  JWT_REFRESH_ROTATION: { may: 'on, off, true, false, 1, 0', texts: ['maybe', '2', 'on off'] },
  TRUST_PROXY: {
    may: 'off, a number of hops, or addresses such as 10.0.0.0/8',
    texts: [
      'on',
      'loopback',
      'proxy.example.org',
      '-1',
      '100',
      '1.5',
      '10.0.0',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      '10.0.0.0/-8',
      '10.0.0.0/8.5',
      '::1/129',
      '10.0.0.1,example.org',
      ',',
    ],
  },
  LOG_LEVEL: {
    may: 'trace, debug, info, warn, error, fatal, silent',
    texts: ['loud', 'warning', 'info,debug'],
  },
  LOG_FORMAT: { may: 'json, text', texts: ['pretty', 'json,text'] },
}

for (const [name, { may, texts }] of Object.entries(wrong)) {
  test(`an invalid ${name} stops the start with a one-line error`, () => {
    const lines = texts.map((text) => lineOf({ [name]: text }))

    const wanted = texts.map((text) => `${name} holds ${JSON.stringify(text)}; it may hold ${may}`)
    assert.deepEqual(lines, wanted)
  })
}

test('a TRUST_PROXY that the server cannot use is refused', () => {
  const texts = [
    '0.0.0.0/0',
    '::/0',
    '::ffff:0:0/96',
    '10.0.0.0/1e1',
    '10.0.0.0/ 8',
    '10.0.0.0/0x8',
  ]

  const lines = texts.map((text) => lineOf({ TRUST_PROXY: text }))

  const wanted = texts.map((text) => `TRUST_PROXY holds ${JSON.stringify(text)}; it may hold`)
  assert.deepEqual(
    lines.map((line, turn) => line?.slice(0, wanted[turn]?.length)),
    wanted,
  )
})

for (const [name, texts] of Object.entries({
  MAIL_FROM: ['Portal', 'Portal <portal>', '@example.org', 'a@example.org, b@example.org'],
  HOST: ['http://localhost', 'localhost:8080', 'not a host', '300.1.1.1'],
})) {
  test(`an unusable ${name} is refused at the start and not at its first use`, () => {
    const lines = texts.map((text) => lineOf({ [name]: text }))

    const wanted = texts.map((text) => `${name} holds ${JSON.stringify(text)}; it may hold`)
    assert.deepEqual(
      lines.map((line, turn) => line?.slice(0, wanted[turn]?.length)),
      wanted,
    )
  })
}

test('the error about CORS_ORIGINS names the invalid origin', () => {
  const may = 'origins such as https://example.org, separated by commas'
  const texts = ['example.org', 'https://example.org/path', '*', 'null', 'ftp://example.org']

  const lines = texts.map((text) => lineOf({ CORS_ORIGINS: `https://good.example, ${text}` }))

  assert.deepEqual(
    lines,
    texts.map((text) => `CORS_ORIGINS holds ${JSON.stringify(text)}; it may hold ${may}`),
  )
})

test('a value with line breaks is shown on one line', () => {
  assert.equal(
    lineOf({ LOG_LEVEL: 'info\nLOG_LEVEL holds "info"' }),
    'LOG_LEVEL holds "info\\nLOG_LEVEL holds \\"info\\""; it may hold trace, debug, info, warn, error, fatal, silent',
  )
})

test('the error does not show an unusable secret', () => {
  const lines = {
    ENCRYPTION_KEY: [
      lineOf({ ENCRYPTION_KEY: 'Secret1' }),
      lineOf({ ENCRYPTION_KEY: 'a'.repeat(63) }),
      lineOf({ ENCRYPTION_KEY: Buffer.alloc(33).toString('base64') }),
      lineOf({ ENCRYPTION_KEY: Buffer.alloc(16).toString('hex') }),
    ],
    DATABASE_URL: [
      lineOf({ DATABASE_URL: 'mysql://portal:Secret1@db/portal' }),
      lineOf({ DATABASE_URL: 'postgres://portal:Secret#1@db/portal' }),
      lineOf({ DATABASE_URL: 'portal:Secret1' }),
    ],
    SMTP_URL: [
      lineOf({ SMTP_URL: 'http://portal:Secret1@mail' }),
      lineOf({ SMTP_URL: 'mail.example.org' }),
    ],
    METRICS_TOKEN: [
      lineOf({ METRICS_TOKEN: 'Secret1' }),
      lineOf({ METRICS_TOKEN: 'Secret1 with spaces in it' }),
      lineOf({ METRICS_TOKEN: 'Secret1'.repeat(74) }),
    ],
  }

  const key = (length: number) =>
    `ENCRYPTION_KEY holds ${length} characters; it may hold 32 bytes as base64 or hex`
  const token = (length: number) =>
    `METRICS_TOKEN holds ${length} characters; it may hold 16 to 512 letters, digits and signs without spaces`
  const database = (shown: string) =>
    `DATABASE_URL holds ${shown}; it may hold nothing (SQLite) or postgres://user:password@host/name (a # @ or / of the password as %23 %40 %2F)`
  const smtp =
    'SMTP_URL holds a value that cannot be used; it may hold nothing (mails are kept as files) or smtp(s)://user:password@host:port'
  assert.deepEqual(lines, {
    ENCRYPTION_KEY: [key(7), key(63), key(44), key(32)],
    DATABASE_URL: [
      database('"mysql://portal:***@db/portal"'),
      database('"postgres://portal:***@db/portal"'),
      database('a value that cannot be used'),
    ],
    SMTP_URL: [smtp, smtp],
    METRICS_TOKEN: [token(7), token(25), token(518)],
  })
})

test('the error names an unreadable _FILE and does not show the content of a file', () => {
  using folder = newFolder()
  const away = join(folder.path, 'away')
  const file = join(folder.path, 'key')
  writeFileSync(file, 'Secret1\n')

  const lines = [
    lineOf({ ENCRYPTION_KEY_FILE: away }),
    lineOf({ SMTP_URL_FILE: folder.path }),
    lineOf({ ENCRYPTION_KEY_FILE: file }),
  ]

  assert.deepEqual(lines, [
    `ENCRYPTION_KEY_FILE holds "${away}"; it may hold a file that can be read (ENOENT)`,
    `SMTP_URL_FILE holds "${folder.path}"; it may hold a file that can be read (EISDIR)`,
    'ENCRYPTION_KEY holds 7 characters; it may hold 32 bytes as base64 or hex',
  ])
})

function lineOf(environment: Record<string, string>): string | undefined {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    if (error instanceof WrongConfig) return error.message
    throw error
  }
}

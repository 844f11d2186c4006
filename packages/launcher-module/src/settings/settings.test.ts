import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBlock } from './read-fields.ts'
import { SettingError } from './setting-error.ts'
import { readAccessSettings, readNewsSettings, readNoSettings, readSettings } from './settings.ts'

const right = { url: 'https://example.org', apiKey: 'pk_abc' }

test('what an owner leaves out has its default', () => {
  assert.deepEqual(readSettings(right, 'en'), {
    ...right,
    timeout: 5_000,
    cacheTtl: 60_000,
    language: 'site',
  })
  assert.deepEqual(readAccessSettings({}, 'en'), {
    permission: 'launcher.build.%build%',
    groups: new Map(),
    failOpen: false,
  })
  assert.deepEqual(readNewsSettings({}, 'en'), {})
})

test('what an owner says is taken', () => {
  const given = { ...right, timeout: '1m30s', cacheTTL: '0s', language: 'ru' }
  const access = {
    permission: '',
    groups: { magic: ['vip', 'gold'] },
    failOpen: true,
    type: 'portal',
  }

  assert.deepEqual(readSettings(given, 'en'), {
    ...right,
    timeout: 90_000,
    cacheTtl: 0,
    language: 'ru',
  })
  assert.deepEqual(readAccessSettings(access, 'en'), {
    permission: '',
    groups: new Map([['magic', ['vip', 'gold']]]),
    failOpen: true,
  })
  assert.deepEqual(readNewsSettings({ limit: 10, type: 'portal' }, 'en'), { limit: 10 })
})

test('addresses are taken with a port and a path', () => {
  const addresses = [
    'http://127.0.0.1:8080',
    'http://[::1]:80',
    'https://x.example/site',
    'HTTP://X',
  ]

  for (const url of addresses) assert.equal(readSettings({ ...right, url }, 'en').url, url)
})

const mayUrl =
  'it may hold an address that begins with http:// or https:// and does not end in a slash'
const mayDuration = 'it may hold a duration in quotes: "5s", "1m", "1h30m", "500ms", "0s"'

const wrong: [unknown, string][] = [
  [
    {},
    `url is missing; ${mayUrl}; apiKey is missing; it may hold an API key of the site, without spaces`,
  ],
  [{ ...right, url: 'example.org' }, `url holds "example.org"; ${mayUrl}`],
  [{ ...right, url: 'https://example.org/' }, `url holds "https://example.org/"; ${mayUrl}`],
  [{ ...right, url: 'ftp://example.org' }, `url holds "ftp://example.org"; ${mayUrl}`],
  [{ ...right, url: 'http://' }, `url holds "http://"; ${mayUrl}`],
  [{ ...right, url: 'http://a b' }, `url holds "http://a b"; ${mayUrl}`],
  [{ ...right, url: 'http://u:p@x' }, `url holds "http://…@x"; ${mayUrl}`],
  [{ ...right, url: 'http://x?a=b' }, `url holds "http://x?a=b"; ${mayUrl}`],
  [{ ...right, url: 5 }, `url holds 5; ${mayUrl}`],
  [{ ...right, timeout: 5 }, `timeout holds 5; ${mayDuration}`],
  [{ ...right, timeout: '5 sec' }, `timeout holds "5 sec"; ${mayDuration}`],
  [{ ...right, cacheTTL: '-1s' }, `cacheTTL holds "-1s"; ${mayDuration}`],
  [
    { ...right, language: 'de' },
    'language holds "de"; it may hold "ru", "en", or "site" for the language of the site',
  ],
  [{ ...right, cacheTTL: null }, `cacheTTL holds null; ${mayDuration}`],
  [
    { ...right, timout: '5s', apikey: 'x' },
    'unknown field "timout"; known fields: url, apiKey, timeout, cacheTTL, language; ' +
      'unknown field "apikey"; known fields: url, apiKey, timeout, cacheTTL, language',
  ],
  [[right], 'the settings hold a list; they may hold an object: {…}'],
]
for (const [given, message] of wrong) {
  test(`${JSON.stringify(given).slice(0, 60)} is refused in words`, () => {
    assert.throws(() => readSettings(given, 'en'), { name: 'SettingError', message })
  })
}

test('an API key is never shown', () => {
  const secret = 'pk secret with spaces'
  const messages = [secret, 5, [secret], { secret }, `${secret}\n`].map((apiKey) => {
    try {
      readSettings({ ...right, apiKey }, 'en')
    } catch (error) {
      return error instanceof SettingError ? error.message : String(error)
    }
    return 'accepted'
  })

  const may = 'it may hold an API key of the site, without spaces'
  assert.deepEqual(messages, [
    `apiKey holds a text of 21 characters; ${may}`,
    `apiKey holds no text; ${may}`,
    `apiKey holds no text; ${may}`,
    `apiKey holds no text; ${may}`,
    `apiKey holds a text of 22 characters; ${may}`,
  ])
})

test('fields of a provider are judged as strictly', () => {
  const known = 'known fields: permission, groups, failOpen, type'
  const lists = 'it may hold lists of roles or donate groups by build: {"build": ["vip"]}'

  const cases: [() => unknown, string][] = [
    [() => readAccessSettings({ group: {} }, 'en'), `unknown field "group"; ${known}`],
    [() => readAccessSettings({ groups: ['vip'] }, 'en'), `groups holds ["vip"]; ${lists}`],
    [
      () => readAccessSettings({ groups: { a: 'vip' } }, 'en'),
      `groups holds {"a":"vip"}; ${lists}`,
    ],
    [
      () => readAccessSettings({ failOpen: 'no' }, 'en'),
      'failOpen holds "no"; it may hold true or false',
    ],
    [
      () => readAccessSettings({ permission: null }, 'en'),
      'permission holds null; it may hold a text in quotes',
    ],
    [() => readAccessSettings({ type: 'file' }, 'en'), 'type holds "file"; it may hold "portal"'],
    [
      () => readNewsSettings({ limit: 0 }, 'en'),
      'limit holds 0; it may hold a whole number from 1',
    ],
    [
      () => readNewsSettings({ limit: 1.5 }, 'en'),
      'limit holds 1.5; it may hold a whole number from 1',
    ],
    [
      () => readNewsSettings({ limit: '9' }, 'en'),
      'limit holds "9"; it may hold a whole number from 1',
    ],
    [() => readNoSettings({ url: 'x' }, 'en'), 'unknown field "url"; known fields: type'],
    [
      () => readNoSettings({ __proto__: null, constructor: 1 }, 'en'),
      'unknown field "constructor"; known fields: type',
    ],
  ]
  for (const [read, message] of cases) assert.throws(read, { name: 'SettingError', message })
})

test('the owner reads Russian where LANG is Russian', () => {
  assert.throws(() => readSettings({ ...right, timeout: '5' }, 'ru'), {
    message:
      'поле timeout содержит "5", а может содержать длительность в кавычках: "5s", "1m", "1h30m", "500ms", "0s"',
  })
})

test('a block is JSON, and nothing is an empty block', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  assert.deepEqual(
    ['', ' ', 'null', '{}', '{"a":1}'].map((text) => parseBlock(bytes(text), 'en')),
    [{}, {}, {}, {}, { a: 1 }],
  )
  assert.throws(() => parseBlock(bytes('{"apiKey":"secret"'), 'en'), {
    name: 'SettingError',
    message: 'the settings are not valid JSON',
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBlock } from './read-fields.ts'
import { SettingError } from './setting-error.ts'
import { readAccessSettings, readNewsSettings, readNoSettings, readSettings } from './settings.ts'

const right = { url: 'https://example.org', apiKey: 'pk_abc' }

test('omitted settings have their defaults', () => {
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

test('a given setting replaces its default', () => {
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

test('the site URL may have a port and a path', () => {
  const addresses = [
    'http://127.0.0.1:8080',
    'http://[::1]:80',
    'https://x.example/site',
    'HTTP://X',
  ]

  for (const url of addresses) assert.equal(readSettings({ ...right, url }, 'en').url, url)
})

const mayUrl =
  'it must be an address that starts with http:// or https:// and has no trailing slash'
const mayDuration = 'it must be a duration in quotes: "5s", "1m", "1h30m", "500ms", "0s"'

const wrong: [unknown, string][] = [
  [
    {},
    `url is missing; ${mayUrl}; apiKey is missing; it must be an API key of the site, without spaces`,
  ],
  [{ ...right, url: 'example.org' }, `url is "example.org"; ${mayUrl}`],
  [{ ...right, url: 'https://example.org/' }, `url is "https://example.org/"; ${mayUrl}`],
  [{ ...right, url: 'ftp://example.org' }, `url is "ftp://example.org"; ${mayUrl}`],
  [{ ...right, url: 'http://' }, `url is "http://"; ${mayUrl}`],
  [{ ...right, url: 'http://a b' }, `url is "http://a b"; ${mayUrl}`],
  [{ ...right, url: 'http://u:p@x' }, `url is "http://…@x"; ${mayUrl}`],
  [{ ...right, url: 'http://x?a=b' }, `url is "http://x?a=b"; ${mayUrl}`],
  [{ ...right, url: 5 }, `url is 5; ${mayUrl}`],
  [{ ...right, timeout: 5 }, `timeout is 5; ${mayDuration}`],
  [{ ...right, timeout: '5 sec' }, `timeout is "5 sec"; ${mayDuration}`],
  [{ ...right, cacheTTL: '-1s' }, `cacheTTL is "-1s"; ${mayDuration}`],
  [
    { ...right, language: 'de' },
    'language is "de"; it must be "ru", "en", or "site" for the language of the site',
  ],
  [{ ...right, cacheTTL: null }, `cacheTTL is null; ${mayDuration}`],
  [
    { ...right, timout: '5s', apikey: 'x' },
    'unknown field "timout"; known fields: url, apiKey, timeout, cacheTTL, language; ' +
      'unknown field "apikey"; known fields: url, apiKey, timeout, cacheTTL, language',
  ],
  [[right], 'the settings are a list; they must be an object: {…}'],
]
for (const [given, message] of wrong) {
  test(`${JSON.stringify(given).slice(0, 60)} is refused with an error that explains it`, () => {
    assert.throws(() => readSettings(given, 'en'), { name: 'SettingError', message })
  })
}

test('no error message contains the API key', () => {
  const secret = 'pk secret with spaces'
  const messages = [secret, 5, [secret], { secret }, `${secret}\n`].map((apiKey) => {
    try {
      readSettings({ ...right, apiKey }, 'en')
    } catch (error) {
      return error instanceof SettingError ? error.message : String(error)
    }
    return 'accepted'
  })

  const may = 'it must be an API key of the site, without spaces'
  assert.deepEqual(messages, [
    `apiKey is a text of 21 characters; ${may}`,
    `apiKey is not text; ${may}`,
    `apiKey is not text; ${may}`,
    `apiKey is not text; ${may}`,
    `apiKey is a text of 22 characters; ${may}`,
  ])
})

test('settings of a provider are checked as strictly as those of the module', () => {
  const known = 'known fields: permission, groups, failOpen, type'
  const lists = 'it must be lists of roles or donate groups by build: {"build": ["vip"]}'

  const cases: [() => unknown, string][] = [
    [() => readAccessSettings({ group: {} }, 'en'), `unknown field "group"; ${known}`],
    [() => readAccessSettings({ groups: ['vip'] }, 'en'), `groups is ["vip"]; ${lists}`],
    [() => readAccessSettings({ groups: { a: 'vip' } }, 'en'), `groups is {"a":"vip"}; ${lists}`],
    [
      () => readAccessSettings({ failOpen: 'no' }, 'en'),
      'failOpen is "no"; it must be true or false',
    ],
    [
      () => readAccessSettings({ permission: null }, 'en'),
      'permission is null; it must be text in quotes',
    ],
    [() => readAccessSettings({ type: 'file' }, 'en'), 'type is "file"; it must be "portal"'],
    [() => readNewsSettings({ limit: 0 }, 'en'), 'limit is 0; it must be a whole number from 1'],
    [
      () => readNewsSettings({ limit: 1.5 }, 'en'),
      'limit is 1.5; it must be a whole number from 1',
    ],
    [
      () => readNewsSettings({ limit: '9' }, 'en'),
      'limit is "9"; it must be a whole number from 1',
    ],
    [() => readNoSettings({ url: 'x' }, 'en'), 'unknown field "url"; known fields: type'],
    [
      () => readNoSettings({ __proto__: null, constructor: 1 }, 'en'),
      'unknown field "constructor"; known fields: type',
    ],
  ]
  for (const [read, message] of cases) assert.throws(read, { name: 'SettingError', message })
})

test('errors are in Russian if LANG is Russian', () => {
  assert.throws(() => readSettings({ ...right, timeout: '5' }, 'ru'), {
    message:
      'поле timeout содержит "5"; допустимо: длительность в кавычках: "5s", "1m", "1h30m", "500ms", "0s"',
  })
})

test('an empty block of settings is read as no settings', () => {
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSettingName, type SettingName, settingDefinitions, settingNames } from '@portal/contract'
import { defaultSettings, parseSetting, WrongSetting, writeSetting } from './setting.ts'

const FLAGS = settingNames.filter((name) => settingDefinitions[name].kind === 'flag')

function readAll(name: SettingName, texts: readonly string[]): unknown[] {
  return texts.map((text) => parseSetting(name, text))
}

function refusals(name: SettingName, texts: readonly string[]): unknown[] {
  return texts.map((text) => {
    try {
      return parseSetting(name, text)
    } catch (error) {
      return error instanceof WrongSetting ? error.message : error
    }
  })
}

test('email confirmation is on by default if the site can send mail', () => {
  const silent = defaultSettings({ smtpUrl: '' })

  assert.equal(silent.emailConfirmation, false)
  assert.deepEqual(defaultSettings({ smtpUrl: 'smtp://mail' }), {
    ...silent,
    emailConfirmation: true,
  })
})

test('setting names are case-sensitive', () => {
  const others = ['sitename', 'nonsense', 'toString', '__proto__', 'constructor', '']

  assert.deepEqual([...settingNames, ...others].filter(isSettingName), settingNames)
})

for (const name of FLAGS) {
  test(`the setting ${name} is on or off`, () => {
    const on = readAll(name, ['on', 'true', '1', 'yes', 'ON', ' on '])
    const off = readAll(name, ['off', 'false', '0', 'no', 'Off'])
    const wrong = refusals(name, ['', 'maybe', '2', 'onn', 'on off', 'null'])

    assert.deepEqual(on, Array(6).fill(true))
    assert.deepEqual(off, Array(5).fill(false))
    assert.deepEqual(wrong, Array(6).fill(`${name} may hold on or off`))
  })
}

test('siteName is one line of up to 64 characters', () => {
  const right = readAll('siteName', ['K', '  Кубоград & Co ', 'a'.repeat(64)])
  const wrong = refusals('siteName', [
    '',
    '   ',
    'a'.repeat(65),
    'two\nlines',
    'a\r\nBcc: b',
    '\u0000',
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'].map(
      (sign) => `a${sign}b`,
    ),
    ...['\u00ad', '\u180e', '\u200b', '\u200d', '\u2028', '\u2060', '\u3164', '\ufeff'].map(
      (unseen) => `a${unseen}b`,
    ),
  ])

  assert.deepEqual(right, ['K', 'Кубоград & Co', 'a'.repeat(64)])
  assert.deepEqual(
    wrong,
    Array(21).fill('siteName may hold 1 to 64 characters on one line, and no control characters'),
  )
})

test('launcherBuilds is a list of distinct identifiers that may be empty', () => {
  const right = readAll('launcherBuilds', [
    '',
    ' , ',
    'main',
    'main, beta.2 ,main,x_1-y',
    'a'.repeat(64),
  ])
  const wrong = refusals('launcherBuilds', ['two words', 'main,*', 'a/b', 'ы', 'a'.repeat(65)])

  const may =
    'launcherBuilds may hold identifiers separated by commas, each of 1 to 64 of A-Z a-z 0-9 _ . -'
  assert.deepEqual(right, [[], [], ['main'], ['main', 'beta.2', 'x_1-y'], ['a'.repeat(64)]])
  assert.deepEqual(wrong, Array(5).fill(may))
})

test('unconfirmedDays is a whole number up to 365', () => {
  const wrong = refusals('unconfirmedDays', ['', ' ', '-1', '366', '1000', '1.5', '1e2', 'never'])

  assert.deepEqual(readAll('unconfirmedDays', ['0', ' 14 ', '365', '014']), [0, 14, 365, 14])
  assert.deepEqual(wrong, Array(8).fill('unconfirmedDays may hold 0 (never) to 365'))
})

test('defaultLanguage is ru or en', () => {
  assert.deepEqual(readAll('defaultLanguage', ['ru', 'en']), ['ru', 'en'])
  assert.deepEqual(
    refusals('defaultLanguage', ['', 'de', 'RU', 'ru-RU']),
    Array(4).fill('defaultLanguage may hold ru or en'),
  )
})

test('the address of the previous site must be http or https without credentials', () => {
  const right = [
    ...['', 'https://old.example.org/portal.php?x=1', 'http://127.0.0.1:8080', 'http://[::1]/a'],
    ...['http://10.1.2.3/a', 'http://old-site/a', 'http://localhost:81'],
  ]
  const wrong = [
    ...['ftp://old-site/a', '//old-site/a', 'old-site'],
    ...['https://name:secret@old.example.org/', 'https://'],
  ]

  assert.deepEqual(readAll('legacyUrl', right), right)
  assert.equal(refusals('legacyUrl', wrong).filter((one) => typeof one === 'string').length, 5)
  for (const one of refusals('legacyUrl', wrong)) assert.match(String(one), /^legacyUrl may hold/)
})

test('a stored setting is read back unchanged', () => {
  const settings = {
    ...defaultSettings({ smtpUrl: '' }),
    siteName: 'Кубоград, "the" site',
    launcherBuilds: ['main', 'beta.2'],
    registrationOpen: false,
  }

  const read = settingNames.map((name) => parseSetting(name, writeSetting(settings[name])))

  assert.deepEqual(
    read,
    settingNames.map((name) => settings[name]),
  )
})

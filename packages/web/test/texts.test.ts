import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importMessages, permissions, refusals } from '@portal/contract'

const SRC = join(import.meta.dirname, '../src')
const PARTS = globSync('*.ts', { cwd: join(SRC, 'i18n/en') })

/** Every text of a language by its key: `{ 'common.save': 'Save', … }`. */
async function sentencesOf(language: string): Promise<Map<string, string>> {
  const sentences = new Map<string, string>()
  const gather = (words: object, path: string): void => {
    for (const [name, value] of Object.entries(words)) {
      const key = path ? `${path}.${name}` : name
      if (typeof value === 'string') sentences.set(key, value)
      else gather(value, key)
    }
  }
  for (const part of PARTS) gather((await import(join(SRC, 'i18n', language, part))).default, '')
  return sentences
}

const [en, ru] = [await sentencesOf('en'), await sentencesOf('ru')]
const source = globSync('**/*.{ts,vue}', { cwd: SRC, exclude: (name) => name === 'i18n' })
  .map((file) => readFileSync(join(SRC, file), 'utf8'))
  .join('\n')

const placeholders = (form: string): string => [...new Set(form.match(/\{\w+\}/g))].sort().join(' ')

test('English and Russian have the same texts with the same placeholders', () => {
  const differing = [...en].filter(([key, sentence]) => {
    const gaps = placeholders(sentence)
    return (ru.get(key) ?? '').split(' | ').some((form) => placeholders(form) !== gaps)
  })

  assert.deepEqual([...ru.keys()].sort(), [...en.keys()].sort())
  assert.deepEqual(differing, [])
})

test('every import message has a sentence in English and Russian', () => {
  for (const [code, names] of Object.entries(importMessages)) {
    const known: readonly string[] = names
    for (const sentences of [en, ru]) {
      const used = sentences.get(`import.reasons.${code}`)?.match(/(?<=\{)\w+(?=\})/g) ?? []
      assert.ok(sentences.has(`import.reasons.${code}`), code)
      assert.deepEqual(
        used.filter((name) => !known.includes(name)),
        [],
        code,
      )
    }
  }
})

test('plurals have three forms in Russian and two in English', () => {
  const counted = [...en.keys()].filter((key) => `${en.get(key)}${ru.get(key)}`.includes(' | '))

  const wrong = counted.filter(
    (key) => en.get(key)?.split(' | ').length !== 2 || ru.get(key)?.split(' | ').length !== 3,
  )

  assert.notEqual(counted.length, 0)
  assert.deepEqual(wrong, [])
})

test('every text is used', () => {
  const built = [...source.matchAll(/`([\w.$*{}-]*\$\{[^`]*)`/g)].map(([, text = '']) =>
    patternOf(text),
  )

  const unused = [...en.keys()].filter(
    (key) => !source.includes(`'${key}'`) && !built.some((pattern) => pattern.test(key)),
  )

  assert.deepEqual(unused, [])
})

/** A pattern for the keys that a template literal can produce: `${kind}Page.deleteHint`. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\$\{[^}]*\}/)
  if (!parts.some((part) => /\w\.|\.\w/.test(part))) return /^$/
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`)
}

test('every text that a page uses exists', () => {
  const areas = new Set([...en.keys()].map((key) => key.split('.')[0]))
  const groups = new Set([...en.keys()].map((key) => key.slice(0, key.lastIndexOf('.'))))
  const said = [...source.matchAll(/(?<!permission: |may\(|=== )'(\w+)((?:\.[\w-]+)+)'/g)]
    .filter(([, area]) => areas.has(area))
    .map(([, area, rest]) => `${area}${rest}`)
    .filter((key) => !(key in permissions) && !key.endsWith('.png'))

  // The rest are refusal codes, and groups of texts that a page receives as a whole.
  const known = (key: string) => en.has(key) || key in refusals || groups.has(key)
  const missing = said.filter((key) => !known(key))

  assert.ok(said.length > 100)
  assert.deepEqual(missing, [])
})

/** Words that have a synonym in the interface, so that one thing has one name. */
const SYNONYMS = {
  en: [
    [/\blog ?in\b/i, 'sign in'],
    [/\blog ?out\b/i, 'sign out'],
    [/\bemails?\b/i, 'e-mail'],
    [/\bcancelled\b|\bcolour/i, 'American spelling'],
  ],
  ru: [
    [/(?<!\p{L})(за|раз)?бан(а|у|е|ы|ов|ен|ить)?(?!\p{L})/iu, 'блокировка'],
    [/(?<!\p{L})сеанс/iu, 'сессия'],
    [/донат-групп/iu, 'привилегия'],
    [/(?<!\p{L})имейл|(?<!\p{L})e-?mail/iu, 'почта'],
    [/ПИН-код/u, 'PIN-код'],
    [/логин(?!\p{L})/iu, 'ник'],
  ],
} as const

/** These name the fields and buttons of other services. */
const OF_SERVICES = /^(providerSteps|applications\.where)\./

test('each term is used for one thing in each language', () => {
  const labels = Object.entries({ ...refusals, ...permissions })
  const all = {
    en: [...en, ...labels.map(([key, label]) => [key, label.en] as const)],
    ru: [...ru, ...labels.map(([key, label]) => [key, label.ru] as const)],
  }
  const found = (['en', 'ru'] as const).flatMap((language) =>
    SYNONYMS[language].flatMap(([synonym, word]) =>
      all[language]
        .filter(
          ([key, text]) => !OF_SERVICES.test(key) && synonym.test(text.replace(/\{\w+\}/g, '')),
        )
        .map(([key, text]) => `${key}: ${text} (${word})`),
    ),
  )

  assert.deepEqual(found, [])
})

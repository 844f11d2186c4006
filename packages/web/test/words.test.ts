import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { permissions, refusals } from '@portal/contract'
import { MAIL_KINDS } from '../../server/src/mail/kinds.ts'

const SRC = join(import.meta.dirname, '../src')
const PARTS = globSync('*.ts', { cwd: join(SRC, 'i18n/en') })

/** Every sentence of a language by its key: `{ 'common.save': 'Save', … }`. */
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

test('both languages have the same sentences with the same placeholders', () => {
  const differing = [...en].filter(([key, sentence]) => {
    const gaps = placeholders(sentence)
    return (ru.get(key) ?? '').split(' | ').some((form) => placeholders(form) !== gaps)
  })

  assert.deepEqual([...ru.keys()].sort(), [...en.keys()].sort())
  assert.deepEqual(differing, [])
})

test('every kind of mail has a name in both languages', () => {
  const named = (sentences: Map<string, string>) =>
    [...sentences.keys()].filter((key) => key.startsWith('mails.')).toSorted()
  const kinds = Object.keys(MAIL_KINDS).map((kind) => `mails.${kind}`)

  assert.deepEqual([named(en), named(ru)], [kinds.toSorted(), kinds.toSorted()])
})

test('plurals have three forms in Russian and two in English', () => {
  const counted = [...en.keys()].filter((key) => `${en.get(key)}${ru.get(key)}`.includes(' | '))

  const wrong = counted.filter(
    (key) => en.get(key)?.split(' | ').length !== 2 || ru.get(key)?.split(' | ').length !== 3,
  )

  assert.notEqual(counted.length, 0)
  assert.deepEqual(wrong, [])
})

test('every sentence is used', () => {
  const built = [...source.matchAll(/`([\w.$*{}-]*\$\{[^`]*)`/g)].map(([, text = '']) =>
    patternOf(text),
  )

  const unused = [...en.keys()].filter(
    (key) => !source.includes(`'${key}'`) && !built.some((pattern) => pattern.test(key)),
  )

  assert.deepEqual(unused, [])
})

/** A pattern for the keys that a template can become: `${kind}Page.deleteHint`. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\$\{[^}]*\}/)
  if (!parts.some((part) => /\w\.|\.\w/.test(part))) return /^$/
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`)
}

test('every sentence that a page uses exists', () => {
  const areas = new Set([...en.keys()].map((key) => key.split('.')[0]))
  const groups = new Set([...en.keys()].map((key) => key.slice(0, key.lastIndexOf('.'))))
  const said = [...source.matchAll(/(?<!permission: |may\(|=== )'(\w+)((?:\.[\w-]+)+)'/g)]
    .filter(([, area]) => areas.has(area))
    .map(([, area, rest]) => `${area}${rest}`)
    .filter((key) => !(key in permissions) && !key.endsWith('.png'))

  // The rest are codes of refusals, and groups of sentences, which a page is given as a whole.
  const known = (key: string) => en.has(key) || key in refusals || groups.has(key)
  const missing = said.filter((key) => !known(key))

  assert.ok(said.length > 100)
  assert.deepEqual(missing, [])
})

import type { Language } from '../language.ts'
import { type FieldType, isRecord } from './field-types.ts'
import { SettingError } from './setting-error.ts'

const MAX_SHOWN_LENGTH = 60

/**
 * Opens the fields of settings. `take` returns one value and collects errors, so that all errors are reported together.
 * No value may be used before `done`.
 */
export function openFields(given: unknown, language: Language) {
  const record = isRecord(given) ? given : {}
  const problems = isRecord(given) ? [] : [notAnObject(given, language)]
  const known: string[] = []

  return {
    /** Returns a field, or the fallback if it is absent. Without a fallback it is required. */
    take<T>(name: string, kind: FieldType<T>, fallback?: T): T {
      known.push(name)
      const fieldValue = Object.hasOwn(record, name) ? record[name] : undefined
      if (fieldValue === undefined && fallback !== undefined) return fallback

      const value = kind.parse(fieldValue)
      if (value !== undefined) return value
      if (isRecord(given)) problems.push(invalidField(name, fieldValue, kind, language))
      return kind.placeholder
    },

    done(): void {
      const unknownFields = Object.keys(record).filter((name) => !known.includes(name))
      const all = [...problems, ...unknownFields.map((name) => unknownField(name, known, language))]
      if (all.length > 0) throw new SettingError(all.join('; '))
    },
  }
}

/**
 * Parses a block, which the host sends as JSON. No bytes and `null` mean an empty block. @throws SettingError if it is
 * not JSON
 */
export function parseBlock(bytes: Uint8Array, language: Language): unknown {
  const json = new TextDecoder().decode(bytes).trim()
  if (json === '' || json === 'null') return {}
  try {
    return JSON.parse(json)
  } catch {
    // The parser's message could quote the API key.
    const sentence = { en: 'the settings are not valid JSON', ru: 'настройки — некорректный JSON' }
    throw new SettingError(sentence[language])
  }
}

function notAnObject(given: unknown, language: Language): string {
  // names only the type, because the value may contain a key
  const kind = Array.isArray(given)
    ? { en: 'a list', ru: 'список' }
    : { en: `a ${typeof given}`, ru: `значение типа ${typeof given}` }
  return {
    en: `the settings are ${kind.en}; they must be an object: {…}`,
    ru: `настройки — ${kind.ru}, а должны быть объектом: {…}`,
  }[language]
}

function invalidField<T>(
  name: string,
  fieldValue: unknown,
  kind: FieldType<T>,
  language: Language,
): string {
  const allowed = kind.allowed[language]
  if (fieldValue === undefined) {
    return {
      en: `${name} is missing; it must be ${allowed}`,
      ru: `не указано поле ${name}; допустимо: ${allowed}`,
    }[language]
  }
  const shown = kind.secret ? maskSecret(fieldValue, language) : show(fieldValue)
  return {
    en: `${name} is ${shown}; it must be ${allowed}`,
    ru: `поле ${name} содержит ${shown}; допустимо: ${allowed}`,
  }[language]
}

function unknownField(name: string, known: readonly string[], language: Language): string {
  const list = known.join(', ')
  return {
    en: `unknown field ${show(name)}; known fields: ${list}`,
    ru: `неизвестное поле ${show(name)}; известные поля: ${list}`,
  }[language]
}

function show(value: unknown): string {
  const json = (JSON.stringify(value) ?? String(value)).replace(/\/\/[^/@\s]*@/, '//…@')
  return json.length > MAX_SHOWN_LENGTH ? `${json.slice(0, MAX_SHOWN_LENGTH)}…` : json
}

function maskSecret(value: unknown, language: Language): string {
  if (typeof value !== 'string') return { en: 'not text', ru: 'не текст' }[language]
  return { en: `a text of ${value.length} characters`, ru: `текст длиной ${value.length}` }[
    language
  ]
}

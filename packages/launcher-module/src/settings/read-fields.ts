import type { Language } from '../language.ts'
import { isRecord, type Kind } from './kinds.ts'
import { SettingError } from './setting-error.ts'

const LONGEST_SHOWN = 60

/**
 * Reads the fields of one block of settings. `take` returns one value and collects errors, so that the
 * owner sees all of them at once. No value may be used before `done`.
 */
export function openFields(given: unknown, language: Language) {
  const record = isRecord(given) ? given : {}
  const problems = isRecord(given) ? [] : [notAnObject(given, language)]
  const known: string[] = []

  return {
    /** The value of a field, or the fallback if it is absent. Without a fallback it is required. */
    take<T>(name: string, kind: Kind<T>, fallback?: T): T {
      known.push(name)
      const holds = Object.hasOwn(record, name) ? record[name] : undefined
      if (holds === undefined && fallback !== undefined) return fallback

      const value = kind.take(holds)
      if (value !== undefined) return value
      if (isRecord(given)) problems.push(wrong(name, holds, kind, language))
      return kind.blank
    },

    /** @throws SettingError unless every field is known and valid. */
    done(): void {
      const strangers = Object.keys(record).filter((name) => !known.includes(name))
      const all = [...problems, ...strangers.map((name) => unknown(name, known, language))]
      if (all.length > 0) throw new SettingError(all.join('; '))
    },
  }
}

/**
 * Parses a block of settings from the host, which sends JSON. No bytes and `null` mean an empty block.
 *
 * @throws SettingError if it is not JSON.
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
  // Names only the type, as the value may contain a key.
  const kind = Array.isArray(given)
    ? { en: 'a list', ru: 'список' }
    : { en: `a ${typeof given}`, ru: `значение типа ${typeof given}` }
  return {
    en: `the settings are ${kind.en}; they must be an object: {…}`,
    ru: `настройки — ${kind.ru}, а должны быть объектом: {…}`,
  }[language]
}

function wrong<T>(name: string, holds: unknown, kind: Kind<T>, language: Language): string {
  const may = kind.may[language]
  if (holds === undefined) {
    return {
      en: `${name} is missing; it must be ${may}`,
      ru: `не указано поле ${name}; допустимо: ${may}`,
    }[language]
  }
  const shown = kind.secret ? disguise(holds, language) : show(holds)
  return {
    en: `${name} is ${shown}; it must be ${may}`,
    ru: `поле ${name} содержит ${shown}; допустимо: ${may}`,
  }[language]
}

function unknown(name: string, known: readonly string[], language: Language): string {
  const list = known.join(', ')
  return {
    en: `unknown field ${show(name)}; known fields: ${list}`,
    ru: `неизвестное поле ${show(name)}; известные поля: ${list}`,
  }[language]
}

function show(value: unknown): string {
  const json = (JSON.stringify(value) ?? String(value)).replace(/\/\/[^/@\s]*@/, '//…@')
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)}…` : json
}

/** Describes a secret by its type and length alone. */
function disguise(value: unknown, language: Language): string {
  if (typeof value !== 'string') return { en: 'not text', ru: 'не текст' }[language]
  return { en: `a text of ${value.length} characters`, ru: `текст длиной ${value.length}` }[
    language
  ]
}

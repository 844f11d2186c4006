import type { Language } from '../language.ts'
import { isRecord, type Kind } from './kinds.ts'
import { SettingError } from './setting-error.ts'

const LONGEST_SHOWN = 60

/**
 * Looks at the fields of one block of settings. `take` hands out values one by one and remembers what
 * is wrong, so that the owner reads everything at once; nothing may be used before `done`.
 */
export function openFields(given: unknown, language: Language) {
  const record = isRecord(given) ? given : {}
  const problems = isRecord(given) ? [] : [notAnObject(given, language)]
  const known: string[] = []

  return {
    /** A field's value, or the fallback where it is absent; without a fallback it is required. */
    take<T>(name: string, kind: Kind<T>, fallback?: T): T {
      known.push(name)
      const holds = Object.hasOwn(record, name) ? record[name] : undefined
      if (holds === undefined && fallback !== undefined) return fallback

      const value = kind.take(holds)
      if (value !== undefined) return value
      if (isRecord(given)) problems.push(wrong(name, holds, kind, language))
      return kind.blank
    },

    /** @throws SettingError unless every field is known and holds what it may hold. */
    done(): void {
      const strangers = Object.keys(record).filter((name) => !known.includes(name))
      const all = [...problems, ...strangers.map((name) => unknown(name, known, language))]
      if (all.length > 0) throw new SettingError(all.join('; '))
    },
  }
}

/**
 * What a block of settings holds, as the host hands it over: JSON in bytes. No bytes and `null` are
 * an empty block.
 *
 * @throws SettingError when it is not JSON.
 */
export function parseBlock(bytes: Uint8Array, language: Language): unknown {
  const json = new TextDecoder().decode(bytes).trim()
  if (json === '' || json === 'null') return {}
  try {
    return JSON.parse(json)
  } catch {
    // The parser's message could quote the API key.
    const sentence = { en: 'the settings are not valid JSON', ru: 'настройки — не верный JSON' }
    throw new SettingError(sentence[language])
  }
}

function notAnObject(given: unknown, language: Language): string {
  // Only the kind: there may be a key somewhere inside.
  const kind = Array.isArray(given)
    ? { en: 'a list', ru: 'список' }
    : { en: `a ${typeof given}`, ru: `значение типа ${typeof given}` }
  return {
    en: `the settings hold ${kind.en}; they may hold an object: {…}`,
    ru: `настройки содержат ${kind.ru}, а могут содержать объект: {…}`,
  }[language]
}

function wrong<T>(name: string, holds: unknown, kind: Kind<T>, language: Language): string {
  const may = kind.may[language]
  if (holds === undefined) {
    return {
      en: `${name} is missing; it may hold ${may}`,
      ru: `не указано поле ${name}; оно может содержать ${may}`,
    }[language]
  }
  const shown = kind.secret ? disguise(holds, language) : show(holds)
  return {
    en: `${name} holds ${shown}; it may hold ${may}`,
    ru: `поле ${name} содержит ${shown}, а может содержать ${may}`,
  }[language]
}

function unknown(name: string, known: readonly string[], language: Language): string {
  const list = known.join(', ')
  return {
    en: `unknown field ${show(name)}; known fields: ${list}`,
    ru: `неизвестное поле ${show(name)}; известны: ${list}`,
  }[language]
}

function show(value: unknown): string {
  const json = (JSON.stringify(value) ?? String(value)).replace(/\/\/[^/@\s]*@/, '//…@')
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)}…` : json
}

/** Tells the kind and the length of a secret, and nothing of what it says. */
function disguise(value: unknown, language: Language): string {
  if (typeof value !== 'string') return { en: 'no text', ru: 'не текст' }[language]
  return { en: `a text of ${value.length} characters`, ru: `текст длиной ${value.length}` }[
    language
  ]
}

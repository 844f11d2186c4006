import type { Language, Localized } from '../language.ts'
import { parseDuration } from './duration.ts'

export type FieldType<T> = {
  /** Converts a valid value; undefined for an invalid one. */
  parse: (value: unknown) => T | undefined
  /** The end of the message "it must be …". */
  allowed: Localized
  /** The value that replaces an invalid one until all fields are checked. */
  placeholder: T
  /** Whether to hide the value even in an error about it. */
  secret?: true
}

export const address: FieldType<string> = {
  parse: (value) => (typeof value === 'string' && isAddress(value) ? value : undefined),
  allowed: {
    en: 'an address that starts with http:// or https:// and has no trailing slash',
    ru: 'адрес, который начинается с http:// или https:// и не заканчивается косой чертой',
  },
  placeholder: '',
}

export const apiKey: FieldType<string> = {
  parse: (value) => (typeof value === 'string' && /^[!-~]+$/.test(value) ? value : undefined),
  allowed: {
    en: 'an API key of the site, without spaces',
    ru: 'ключ API сайта, без пробелов',
  },
  placeholder: '',
  secret: true,
}

export const duration: FieldType<number> = {
  parse: (value) => (typeof value === 'string' ? parseDuration(value) : undefined),
  allowed: {
    en: 'a duration in quotes: "5s", "1m", "1h30m", "500ms", "0s"',
    ru: 'длительность в кавычках: "5s", "1m", "1h30m", "500ms", "0s"',
  },
  placeholder: 0,
}

export const text: FieldType<string> = {
  parse: (value) => (typeof value === 'string' ? value : undefined),
  allowed: { en: 'text in quotes', ru: 'текст в кавычках' },
  placeholder: '',
}

export const flag: FieldType<boolean> = {
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
  allowed: { en: 'true or false', ru: 'true или false' },
  placeholder: false,
}

export const count: FieldType<number> = {
  parse: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined,
  allowed: { en: 'a whole number from 1', ru: 'целое число от 1' },
  placeholder: 1,
}

export const language: FieldType<Language | 'site'> = {
  parse: (value) => (value === 'site' || value === 'en' || value === 'ru' ? value : undefined),
  allowed: {
    en: '"ru", "en", or "site" for the language of the site',
    ru: '"ru", "en" или "site" — язык сайта',
  },
  placeholder: 'site',
}

export const lists: FieldType<ReadonlyMap<string, readonly string[]>> = {
  parse(value) {
    if (!isRecord(value)) return undefined
    const taken = new Map<string, readonly string[]>()
    for (const [name, list] of Object.entries(value)) {
      if (!isTexts(list)) return undefined
      taken.set(name, list)
    }
    return taken
  },
  allowed: {
    en: 'lists of roles or donate groups by build: {"build": ["vip"]}',
    ru: 'списки ролей или привилегий по сборкам: {"build": ["vip"]}',
  },
  placeholder: new Map(),
}

/**
 * The name of the provider, which every provider's settings may have: a host may pass its whole block, including
 * `type`.
 */
export const portalType: FieldType<'portal'> = {
  parse: (value) => (value === 'portal' ? value : undefined),
  allowed: { en: '"portal"', ru: '"portal"' },
  placeholder: 'portal',
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(value) || /[\s\\?#]|\/$/.test(value)) return false
  if (!URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

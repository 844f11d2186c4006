import type { Language, Sentence } from '../language.ts'
import { parseDuration } from './duration.ts'

/** What a field may hold. */
export type Kind<T> = {
  /** Converts a valid value; undefined for an invalid one. */
  take: (value: unknown) => T | undefined
  /** Completes the sentence "it may hold …" for the owner. */
  may: Sentence
  /** Stands in for an invalid value until all fields are checked. */
  blank: T
  /** Whether to hide the value even in an error about it. */
  secret?: true
}

export const address: Kind<string> = {
  take: (value) => (typeof value === 'string' && isAddress(value) ? value : undefined),
  may: {
    en: 'an address that starts with http:// or https:// and has no trailing slash',
    ru: 'адрес, который начинается с http:// или https:// и не заканчивается косой чертой',
  },
  blank: '',
}

export const apiKey: Kind<string> = {
  take: (value) => (typeof value === 'string' && /^[!-~]+$/.test(value) ? value : undefined),
  may: {
    en: 'an API key of the site, without spaces',
    ru: 'ключ API сайта, без пробелов',
  },
  blank: '',
  secret: true,
}

/** In milliseconds. */
export const duration: Kind<number> = {
  take: (value) => (typeof value === 'string' ? parseDuration(value) : undefined),
  may: {
    en: 'a duration in quotes: "5s", "1m", "1h30m", "500ms", "0s"',
    ru: 'длительность в кавычках: "5s", "1m", "1h30m", "500ms", "0s"',
  },
  blank: 0,
}

export const text: Kind<string> = {
  take: (value) => (typeof value === 'string' ? value : undefined),
  may: { en: 'text in quotes', ru: 'текст в кавычках' },
  blank: '',
}

export const yesOrNo: Kind<boolean> = {
  take: (value) => (typeof value === 'boolean' ? value : undefined),
  may: { en: 'true or false', ru: 'true или false' },
  blank: false,
}

export const count: Kind<number> = {
  take: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined,
  may: { en: 'a whole number from 1', ru: 'целое число от 1' },
  blank: 1,
}

export const language: Kind<Language | 'site'> = {
  take: (value) => (value === 'site' || value === 'en' || value === 'ru' ? value : undefined),
  may: {
    en: '"ru", "en", or "site" for the language of the site',
    ru: '"ru", "en" или "site" — язык сайта',
  },
  blank: 'site',
}

/** Lists of texts by name. */
export const lists: Kind<ReadonlyMap<string, readonly string[]>> = {
  take(value) {
    if (!isRecord(value)) return undefined
    const taken = new Map<string, readonly string[]>()
    for (const [name, list] of Object.entries(value)) {
      if (!isTexts(list)) return undefined
      taken.set(name, list)
    }
    return taken
  },
  may: {
    en: 'lists of roles or donate groups by build: {"build": ["vip"]}',
    ru: 'списки ролей или донат-групп по сборкам: {"build": ["vip"]}',
  },
  blank: new Map(),
}

/** The name of the provider: a host may pass the whole block, including `type`. */
export const portalType: Kind<'portal'> = {
  take: (value) => (value === 'portal' ? value : undefined),
  may: { en: '"portal"', ru: '"portal"' },
  blank: 'portal',
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

export type Language = 'en' | 'ru'

export type Localized = Record<Language, string>

/** Reads a POSIX `LANG` such as `ru_RU.UTF-8`. Every language except Russian counts as English. */
export function languageOf(lang: string | undefined): Language {
  return /^ru(?![a-z])/i.test(lang ?? '') ? 'ru' : 'en'
}

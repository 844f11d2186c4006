/** The languages of sentences for people. */
export type Language = 'en' | 'ru'

/** One sentence in every language. */
export type Sentence = Record<Language, string>

/** Reads a POSIX `LANG` such as `ru_RU.UTF-8`. Every language but Russian means English. */
export function languageOf(lang: string | undefined): Language {
  return /^ru(?![a-z])/i.test(lang ?? '') ? 'ru' : 'en'
}

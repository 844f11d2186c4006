/** Languages of the sentences that people read. */
export type Language = 'en' | 'ru'

/** One sentence in every language. */
export type Sentence = Record<Language, string>

/** The language of a POSIX `LANG`, as `ru_RU.UTF-8`: Russian for Russian, English for the rest. */
export function languageOf(lang: string | undefined): Language {
  return /^ru(?![a-z])/i.test(lang ?? '') ? 'ru' : 'en'
}

export type Locale = 'ru' | 'en'

/** A text in each language. */
export type Words = Readonly<Record<Locale, string>>

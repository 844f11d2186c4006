export type Locale = 'ru' | 'en'

/** A text for people in each language. */
export type Words = Readonly<Record<Locale, string>>

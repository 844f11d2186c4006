/** The languages of the site. */
export type Locale = 'ru' | 'en'

/** Refusals by code, each with its HTTP status and the sentence that people read. */
export type Sentences = Readonly<Record<string, { status: number; en: string; ru: string }>>

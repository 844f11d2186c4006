/** Languages the site speaks. */
export type Locale = 'ru' | 'en'

/** Refusals by code, each with its HTTP status and the one sentence shown to a person. */
export type Sentences = Readonly<Record<string, { status: number; en: string; ru: string }>>

import { locale } from '../i18n/i18n.ts'

type Translated<Text> = Text & { translation?: Partial<Text> & { locale: 'en' | 'ru' } }

/** Returns a news item with the texts of its translation if that is in the reader's language. `lang`: its language, if known. */
export function inLanguage<Text extends object>(
  item: Translated<Text>,
): Translated<Text> & { lang?: string } {
  const { translation } = item
  if (translation?.locale !== locale.value) return item
  return { ...item, ...translation, lang: translation.locale }
}

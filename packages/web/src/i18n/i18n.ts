import { computed, reactive, ref } from 'vue'
import en from './en/common.ts'
import ru from './ru/common.ts'

export type Language = 'ru' | 'en'

/** A text, or texts below it: `{ news: { title: 'News' } }` has the key `news.title`. */
type Texts = { [key: string]: string | Texts }

const STORAGE_KEY = 'portal-language'

const words = reactive<Record<Language, Texts>>({
  en: structuredClone(en),
  ru: structuredClone(ru),
})
const currentLanguage = ref<Language>(initialLanguage())

export const locale = computed(() => currentLanguage.value)

/**
 * Returns the text of a key in the current language. A number chooses among its plural forms, which are
 * separated by `|`, and replaces `{n}`; an object replaces the names in braces.
 */
export function t(key: string, given: number | object = {}): string {
  const text = textOf(key, currentLanguage.value) ?? textOf(key, 'en') ?? key
  if (typeof given !== 'number') return interpolate(text, given)
  const forms = text.split(' | ')
  const form = forms[currentLanguage.value === 'ru' ? russianForm(given) : Number(given !== 1)]
  return interpolate(form ?? forms.at(-1) ?? '', { n: given })
}

export function te(key: string): boolean {
  return textOf(key, currentLanguage.value) !== undefined
}

export function useI18n() {
  return { t, te, locale }
}

export function setLanguage(language: Language): void {
  currentLanguage.value = language
  document.documentElement.lang = language
  localStorage.setItem(STORAGE_KEY, language)
}

/** Returns the text of a key, or an empty string while the texts of its page are loading. */
export function textIfLoaded(key: string): string {
  return te(key) ? t(key) : ''
}

/** Adds the texts of one part of the site. Each page adds the texts that it uses. */
export function addTexts(added: { en: Texts; ru: Texts }): void {
  for (const language of ['en', 'ru'] as const) {
    for (const [part, texts] of Object.entries(added[language])) {
      const known = words[language][part]
      const both = typeof known === 'object' && typeof texts === 'object'
      words[language][part] = both ? { ...known, ...texts } : texts
    }
  }
}

function textOf(key: string, language: Language): string | undefined {
  let found: string | Texts | undefined = words[language]
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

function interpolate(text: string, given: object): string {
  const values = new Map<string, unknown>(Object.entries(given))
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values.get(name) ?? ''))
}

/** Selects one of the three Russian plural forms: 1 сессия, 2 сессии, 5 сессий. */
function russianForm(count: number): number {
  const [tens, ones] = [count % 100, count % 10]
  if (ones === 1 && tens !== 11) return 0
  if (ones >= 2 && ones <= 4 && (tens < 12 || tens > 14)) return 1
  return 2
}

function initialLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === 'ru' || stored === 'en') return stored
  return navigator.languages.find((tag) => /^(ru|en)\b/.test(tag))?.startsWith('ru') ? 'ru' : 'en'
}

import { computed, reactive, ref } from 'vue'
import en from './en/common.ts'
import ru from './ru/common.ts'

export type Language = 'ru' | 'en'

/** A text, or texts below it: `{ news: { title: 'News' } }` has the key `news.title`. */
type Words = { [key: string]: string | Words }

const KEPT_AS = 'portal-language'

const words = reactive<Record<Language, Words>>({
  en: structuredClone(en),
  ru: structuredClone(ru),
})
const spoken = ref<Language>(firstLanguage())

/** The current language of the pages. */
export const locale = computed(() => spoken.value)

/**
 * The text of a key in the current language. A number chooses among its plural forms, which `|` parts,
 * and is its `{n}`; an object fills in the names in braces.
 */
export function t(key: string, given: number | object = {}): string {
  const text = textOf(key, spoken.value) ?? textOf(key, 'en') ?? key
  if (typeof given !== 'number') return filled(text, given)
  const forms = text.split(' | ')
  const form = forms[spoken.value === 'ru' ? russianForm(given) : Number(given !== 1)]
  return filled(form ?? forms.at(-1) ?? '', { n: given })
}

/** Whether there is a text for a key. */
export function te(key: string): boolean {
  return textOf(key, spoken.value) !== undefined
}

export function useI18n() {
  return { t, te, locale }
}

/** Switches to another language and remembers it for later visits. */
export function speak(language: Language): void {
  spoken.value = language
  document.documentElement.lang = language
  localStorage.setItem(KEPT_AS, language)
}

/** Text whose words may still be loading with their page; empty until they are there. */
export function wordsOnceThere(key: string): string {
  return te(key) ? t(key) : ''
}

/** Adds the words of one part of the site, which its pages load. */
export function addWords(added: { en: Words; ru: Words }): void {
  for (const language of ['en', 'ru'] as const) {
    for (const [part, texts] of Object.entries(added[language])) {
      const known = words[language][part]
      const both = typeof known === 'object' && typeof texts === 'object'
      words[language][part] = both ? { ...known, ...texts } : texts
    }
  }
}

function textOf(key: string, language: Language): string | undefined {
  let found: string | Words | undefined = words[language]
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

function filled(text: string, given: object): string {
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

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS)
  if (kept === 'ru' || kept === 'en') return kept
  return navigator.languages.find((tag) => /^(ru|en)\b/.test(tag))?.startsWith('ru') ? 'ru' : 'en'
}

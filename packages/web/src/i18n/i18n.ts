import { computed, ref } from 'vue'
import { createI18n } from 'vue-i18n'
import en from './en/common.ts'
import ru from './ru/common.ts'

export type Language = 'ru' | 'en'

const KEPT_AS = 'portal-language'

/** Selects one of the three Russian plural forms: 1 сессия, 2 сессии, 5 сессий. */
function russianPlural(choice: number, forms: number): number {
  const [tens, ones] = [choice % 100, choice % 10]
  if (ones === 1 && tens !== 11) return 0
  if (ones >= 2 && ones <= 4 && (tens < 12 || tens > 14)) return 1
  return Math.min(2, forms - 1)
}

export const i18n = createI18n({
  legacy: false,
  locale: firstLanguage(),
  fallbackLocale: 'en',
  messages: { en, ru },
  pluralRules: { ru: russianPlural },
})

export const { t } = i18n.global

/** The current language of the pages. */
export const locale = computed(() => i18n.global.locale.value)

/** Switches to another language and remembers it for later visits. */
export function speak(language: Language): void {
  i18n.global.locale.value = language
  document.documentElement.lang = language
  localStorage.setItem(KEPT_AS, language)
}

const addings = ref(0)

/** Text whose words may still be loading with their page; empty until they are there. */
export function wordsOnceThere(key: string): string {
  return addings.value >= 0 && i18n.global.te(key) ? t(key) : '' // reads `addings` to depend on it
}

/** Adds the words of one part of the site, which its pages load. */
export function addWords(words: { en: object; ru: object }): void {
  i18n.global.mergeLocaleMessage('en', words.en)
  i18n.global.mergeLocaleMessage('ru', words.ru)
  addings.value += 1
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS)
  if (kept === 'ru' || kept === 'en') return kept
  return navigator.languages.find((tag) => /^(ru|en)\b/.test(tag))?.startsWith('ru') ? 'ru' : 'en'
}

import { computed, ref } from 'vue'
import { createI18n } from 'vue-i18n'
import en from './en/common.ts'
import ru from './ru/common.ts'

export type Language = 'ru' | 'en'

const KEPT_AS = 'portal-language'

/** Russian has three forms: 1 сессия, 2 сессии, 5 сессий. */
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

/** The language pages are shown in. */
export const locale = computed(() => i18n.global.locale.value)

/** Speaks another language from now on, also after the next visit. */
export function speak(language: Language): void {
  i18n.global.locale.value = language
  document.documentElement.lang = language
  localStorage.setItem(KEPT_AS, language)
}

const addings = ref(0)

/** Words that may still be on their way with their page: nothing until they are there. */
export function wordsOnceThere(key: string): string {
  return addings.value >= 0 && i18n.global.te(key) ? t(key) : '' // read, to be asked again
}

/** Adds the words of one part of the site; its pages load them with themselves. */
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

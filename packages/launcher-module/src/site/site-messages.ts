import type { Language, Sentence } from '../language.ts'
import type { SiteTrouble } from './site-trouble.ts'

/** A reason is sent in a header and shown in a small window. */
const LONGEST_REASON = 300

/** The sentence that a player reads. */
export function sentenceFor(trouble: SiteTrouble, language: Language): string {
  if (trouble.kind === 'unreachable') return UNREACHABLE[language]
  if (trouble.kind === 'key') return key(trouble.code, language)
  if (trouble.kind === 'pause') return pause(trouble.seconds, language)
  return refusal(trouble, language)
}

const UNREACHABLE: Sentence = {
  en: 'The site cannot be reached right now. Please try again later.',
  ru: 'Сайт сейчас недоступен. Попробуйте позже.',
}

const TO_AGREE: Sentence = {
  en: 'The rules have changed. Agree to them on the site, then sign in again.',
  ru: 'Правила изменились. Примите их на сайте и войдите снова.',
}

const NOT_ACTIVATED: Sentence = {
  en: 'Your e-mail address is not confirmed yet. Confirm it on the site, then sign in again.',
  ru: 'Адрес почты ещё не подтверждён. Подтвердите его на сайте и войдите снова.',
}

function key(code: string, language: Language): string {
  return {
    en: `The site refuses the key of this launcher server (${code}). Please tell the administrator.`,
    ru: `Сайт не принимает ключ этого лаунчер-сервера (${code}). Сообщите администратору.`,
  }[language]
}

function pause(seconds: number | undefined, language: Language): string {
  if (seconds === undefined) {
    return {
      en: 'Too many attempts. Please try again later.',
      ru: 'Слишком много попыток. Попробуйте позже.',
    }[language]
  }
  return {
    en: `Too many attempts. Please try again in ${seconds} s.`,
    ru: `Слишком много попыток. Попробуйте снова через ${seconds} с.`,
  }[language]
}

function refusal({ code, reason }: { code: string; reason: string }, language: Language): string {
  if (code === 'auth.userblocked') return blocked(reason, language)
  if (code === 'auth.usernotactivated') return NOT_ACTIVATED[language]
  if (code === 'auth.consentrequired') return TO_AGREE[language]
  // Launchers know this code and send the player to the site.
  if (code === 'auth.passwordchangerequired') return code
  return {
    en: `The site refused this: ${code}.`,
    ru: `Сайт ответил отказом: ${code}.`,
  }[language]
}

function blocked(reason: string, language: Language): string {
  const sentence = { en: 'This account is blocked', ru: 'Аккаунт заблокирован' }[language]
  const words = reason.trim().slice(0, LONGEST_REASON)
  return words === '' ? `${sentence}.` : `${sentence}: ${words}`
}

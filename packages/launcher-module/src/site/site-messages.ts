import type { Language, Localized } from '../language.ts'
import type { SiteFailure } from './site-failure.ts'

/** In characters. A longer reason is cut, because it is sent in a header and shown in a small window. */
const MAX_REASON_LENGTH = 300

export function messageFor(failure: SiteFailure, language: Language): string {
  if (failure.kind === 'unreachable') return UNREACHABLE[language]
  if (failure.kind === 'key') return keyText(failure.code, language)
  if (failure.kind === 'pause') return retryText(failure.seconds, language)
  return refusalText(failure, language)
}

const UNREACHABLE: Localized = {
  en: 'The site cannot be reached right now. Please try again later.',
  ru: 'Сайт сейчас недоступен. Попробуйте позже.',
}

const TO_AGREE: Localized = {
  en: 'The rules have changed. Agree to them on the site, then sign in again.',
  ru: 'Правила изменились. Примите их на сайте и войдите снова.',
}

const NOT_ACTIVATED: Localized = {
  en: 'Your e-mail address is not confirmed yet. Confirm it on the site, then sign in again.',
  ru: 'Адрес почты ещё не подтверждён. Подтвердите его на сайте и войдите снова.',
}

function keyText(code: string, language: Language): string {
  return {
    en: `The site refuses the key of this launcher server (${code}). Please tell the administrator.`,
    ru: `Сайт не принимает ключ этого лаунчер-сервера (${code}). Сообщите администратору.`,
  }[language]
}

function retryText(seconds: number | undefined, language: Language): string {
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

function refusalText(
  { code, reason }: { code: string; reason: string },
  language: Language,
): string {
  if (code === 'auth.userblocked') return blockedText(reason, language)
  if (code === 'auth.usernotactivated') return NOT_ACTIVATED[language]
  if (code === 'auth.consentrequired') return TO_AGREE[language]
  // launchers know this code and send the player to the site
  if (code === 'auth.passwordchangerequired') return code
  return {
    en: `The site refused this: ${code}.`,
    ru: `Сайт ответил отказом: ${code}.`,
  }[language]
}

function blockedText(reason: string, language: Language): string {
  const sentence = { en: 'This account is blocked', ru: 'Аккаунт заблокирован' }[language]
  const words = reason.trim().slice(0, MAX_REASON_LENGTH)
  return words === '' ? `${sentence}.` : `${sentence}: ${words}`
}

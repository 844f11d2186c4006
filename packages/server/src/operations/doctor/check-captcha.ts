import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { Check, Opinion } from './check.ts'
import { type Answered, ask } from './fetch-url.ts'

/** Checks that the captcha provider answers and knows our secret key. */
export const captchaCheck: Check = {
  id: 'captcha',
  title: { ru: 'Капча', en: 'Captcha' },
  async look({ config }) {
    const { captcha } = config
    if (!captcha) return OFF
    const form = { secret: captcha.secretKey, response: 'none' } // not a real token, so none is used up
    try {
      const body = new URLSearchParams(form)
      return judgeProvider(captcha.provider, await ask(captcha.verifyUrl, { method: 'POST', body }))
    } catch (error) {
      return AWAY(captcha.provider, failureOf(error))
    }
  },
}

/** The provider should refuse the token and nothing else. */
export function judgeProvider(
  provider: string,
  { status, text }: Pick<Answered, 'status' | 'text'>,
): Opinion {
  if (!/"success"\s*:\s*(true|false)/.test(text)) return AWAY(provider, `HTTP ${status}`)
  return /"(missing-input|invalid-input|invalid-parsed)-secret"/.test(text)
    ? WRONG_KEY(provider)
    : GOOD(provider)
}

const OFF: Opinion = {
  state: 'good',
  detail: {
    ru: 'Выключена: лимиты и паузы защищают вход и без неё.',
    en: 'Switched off: limits and pauses protect sign-in even without it.',
  },
}

const GOOD = (provider: string): Opinion => ({
  state: 'good',
  detail: {
    ru: `${provider} отвечает и знает секретный ключ.`,
    en: `${provider} answers and knows the secret key.`,
  },
})

const WRONG_KEY = (provider: string): Opinion => ({
  state: 'bad',
  detail: {
    ru: `${provider} не знает секретного ключа: никто не может войти.`,
    en: `${provider} does not know the secret key: nobody can sign in.`,
  },
  advice: {
    ru: 'Скопируйте оба ключа из одного виджета: CAPTCHA_SITE_KEY и CAPTCHA_SECRET_KEY.',
    en: 'Copy both keys from the same widget: CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY.',
  },
})

const AWAY = (provider: string, why: string): Opinion => ({
  state: 'bad',
  detail: {
    ru: `${provider} не отвечает как положено (${why}): никто не может войти.`,
    en: `${provider} does not answer as it should (${why}): nobody can sign in.`,
  },
  advice: {
    ru: 'Проверьте исходящие соединения сервера и CAPTCHA_VERIFY_URL; пока провайдер недоступен, капчу можно выключить.',
    en: "Check the server's outgoing connections and CAPTCHA_VERIFY_URL; while the provider is down, you can switch the captcha off.",
  },
})

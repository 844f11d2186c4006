import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { Check, CheckResult } from './check.ts'
import { describeFailure } from './describe-failure.ts'
import { type FetchedResponse, fetchUrl } from './fetch-url.ts'

export const captchaCheck: Check = {
  id: 'captcha',
  title: { ru: 'Капча', en: 'Captcha' },
  async run({ config }) {
    const { captcha } = config
    if (!captcha) return OFF
    const form = { secret: captcha.secretKey, response: 'none' } // not a real token
    try {
      const body = new URLSearchParams(form)
      return evaluateProvider(
        captcha.provider,
        await fetchUrl(captcha.verifyUrl, { method: 'POST', body }),
      )
    } catch (error) {
      return AWAY(captcha.provider, failureOf(error))
    }
  },
}

/** Checks the provider's response to a wrong token: it must refuse the token, and for no other reason. */
export function evaluateProvider(
  provider: string,
  { status, text }: Pick<FetchedResponse, 'status' | 'text'>,
): CheckResult {
  if (!/"success"\s*:\s*(true|false)/.test(text)) return AWAY(provider, `HTTP ${status}`)
  return /"(missing-input|invalid-input|invalid-parsed)-secret"/.test(text)
    ? WRONG_KEY(provider)
    : GOOD(provider)
}

const OFF: CheckResult = {
  state: 'good',
  detail: {
    ru: 'Выключена: лимиты и паузы защищают вход и без неё.',
    en: 'Turned off: rate limits and lockouts protect sign-in without it.',
  },
}

const GOOD = (provider: string): CheckResult => ({
  state: 'good',
  detail: {
    ru: `${provider} отвечает и принимает секретный ключ.`,
    en: `${provider} responds and accepts the secret key.`,
  },
})

const WRONG_KEY = (provider: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${provider} не принимает секретный ключ: никто не может войти.`,
    en: `${provider} does not accept the secret key: no player can sign in.`,
  },
  advice: {
    ru: 'Скопируйте оба ключа из одного виджета: CAPTCHA_SITE_KEY и CAPTCHA_SECRET_KEY.',
    en: 'Copy both keys from the same widget: CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY.',
  },
})

const AWAY = (provider: string, why: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${provider} не отвечает как положено (${describeFailure(why).ru}): никто не может войти.`,
    en: `${provider} does not respond as expected (${describeFailure(why).en}): no player can sign in.`,
  },
  advice: {
    ru: 'Проверьте исходящие соединения сервера и CAPTCHA_VERIFY_URL; пока провайдер недоступен, капчу можно выключить.',
    en: "Check the server's outgoing connections and CAPTCHA_VERIFY_URL; while the provider is down, you can turn the captcha off.",
  },
})

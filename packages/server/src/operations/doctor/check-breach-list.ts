import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { siteSettings } from '../../settings/settings.ts'
import type { Check, CheckResult } from './check.ts'
import { describeFailure } from './describe-failure.ts'
import { fetchUrl } from './fetch-url.ts'

/** The prefix of a hash that is looked up. It is not from a real password, so it reveals nothing. */
const TEST_PREFIX = '00000'
const LINE = /^[0-9A-F]{35}:[0-9]+$/im

export const breachCheck: Check = {
  id: 'leak-service',
  title: { ru: 'Проверка паролей на утечки', en: 'Password leak check' },
  async run({ config, db, clock }) {
    const settings =
      db &&
      (await siteSettings({ db, clock }, config)
        .read()
        .catch(() => undefined))
    if (settings?.leakCheck === false) return OFF
    const { host } = new URL(config.breachApiUrl)
    try {
      const { status, text } = await fetchUrl(`${config.breachApiUrl}/range/${TEST_PREFIX}`)
      return status === 200 && LINE.test(text) ? GOOD(host) : AWAY(host, `HTTP ${status}`)
    } catch (error) {
      return AWAY(host, failureOf(error))
    }
  },
}

const OFF: CheckResult = {
  state: 'good',
  detail: { ru: 'Выключена в настройках.', en: 'Turned off in the settings.' },
}

const GOOD = (host: string): CheckResult => ({
  state: 'good',
  detail: { ru: `${host} отвечает.`, en: `${host} responds.` },
})

const AWAY = (host: string, why: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${host} не отвечает как положено (${describeFailure(why).ru}): новые пароли принимаются без проверки.`,
    en: `${host} does not respond as expected (${describeFailure(why).en}): new passwords are accepted unchecked.`,
  },
  advice: {
    ru: 'Проверьте исходящие соединения сервера и BREACH_API_URL или выключите проверку: portal settings set leakCheck off.',
    en: "Check the server's outgoing connections and BREACH_API_URL, or turn the check off: portal settings set leakCheck off.",
  },
})

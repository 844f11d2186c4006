import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { readAnswer, requestLogin } from '../../platform/outbound/previous-site.ts'
import { PrivateHostError } from '../../platform/outbound/public-host.ts'
import { siteSettings } from '../../settings/settings.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'
import { describeFailure } from './describe-failure.ts'

/** Credentials that must be refused. The name is too long for any site, so a site that accepts it accepts everyone. */
const TEST_USERNAME = { login: 'portal-doctor-asks-for-nobody', password: 'none' }

export const previousSiteCheck: Check = {
  id: 'old-site',
  title: { ru: 'Старый сайт', en: 'Old site' },
  async run({ config, db, clock }) {
    if (!db) return NO_DATABASE
    const { legacyUrl } = await siteSettings({ db, clock }, config).read()
    if (legacyUrl === '') return OFF
    const { host } = new URL(legacyUrl)
    try {
      const answer = await requestLogin(config, legacyUrl, TEST_USERNAME)
      return readAnswer(answer).ok ? OPEN(host) : GOOD(host)
    } catch (error) {
      return error instanceof PrivateHostError ? INSIDE(host) : AWAY(host, failureOf(error))
    }
  },
}

const OFF: CheckResult = {
  state: 'good',
  detail: { ru: 'Не используется: адрес не задан.', en: 'Not in use: no address is set.' },
}

const GOOD = (host: string): CheckResult => ({
  state: 'good',
  detail: { ru: `${host} отвечает.`, en: `${host} responds.` },
})

const OPEN = (host: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${host} принимает любой ник и пароль: под чужим ником может войти кто угодно.`,
    en: `${host} accepts any name and password: anyone can sign in under another player's name.`,
  },
  advice: {
    ru: 'Выключите legacyUrl (portal settings set legacyUrl "") и исправьте ответ старого сайта.',
    en: 'Turn legacyUrl off (portal settings set legacyUrl "") and fix the response of the old site.',
  },
})

const INSIDE = (host: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${host} не используется: адрес во внутренней сети или без https. Игроки старого сайта не могут войти впервые.`,
    en: `${host} is not used: its address is in the network of this server or has no https. Players of the old site cannot sign in for the first time.`,
  },
  advice: {
    ru: 'Если адрес верен, добавьте его в ALLOW_PRIVATE_HOSTS и перезапустите сайт.',
    en: 'If the address is right, add its host to ALLOW_PRIVATE_HOSTS and restart the site.',
  },
})

const AWAY = (host: string, why: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${host} не отвечает как положено (${describeFailure(why).ru}): игроки старого сайта не могут войти впервые.`,
    en: `${host} does not respond as expected (${describeFailure(why).en}): players of the old site cannot sign in for the first time.`,
  },
  advice: {
    ru: 'Должен прийти JSON: {"ok": false} или {"ok": true, "username": "…"}. Если старый сайт больше не нужен, очистите legacyUrl.',
    en: 'It must return JSON: {"ok": false} or {"ok": true, "username": "…"}. If the old site is no longer needed, clear legacyUrl.',
  },
})

import { isIP } from 'node:net'
import { protocols } from '@portal/contract'
import { isLocalhost } from '../../platform/network/private-address.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { readSettings } from '../../settings/settings.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'
import { describeFailure } from './describe-failure.ts'
import { fetchUrl } from './fetch-url.ts'

export const yggdrasilCheck: Check = {
  id: 'yggdrasil',
  title: { ru: 'Вход по Yggdrasil', en: 'Sign-in by Yggdrasil' },
  async run({ config, db }) {
    if (!db) return NO_DATABASE
    if (!(await readSettings(db, config)).yggdrasil) return OFF
    const { publicUrl } = config
    const url = `${publicUrl}${protocols.yggdrasil.pathPrefix}/`
    try {
      const { status, text } = await fetchUrl(url)
      return status === 200 ? evaluateYggdrasil(publicUrl, text) : AWAY(url, `HTTP ${status}`)
    } catch (error) {
      return AWAY(url, failureOf(error))
    }
  },
}

export function evaluateYggdrasil(publicUrl: string, text: string): CheckResult {
  const { protocol, hostname } = new URL(publicUrl)
  const said = readDocument(text)
  if (!said) return AWAY(publicUrl, 'no JSON')
  if (!said.signaturePublickey) return NO_KEY
  if (!said.skinDomains?.includes(hostname)) return NO_DOMAIN(hostname)
  return protocol === 'https:' || isNear(hostname) ? GOOD(hostname) : PLAIN(publicUrl)
}

function readDocument(
  text: string,
): { signaturePublickey?: string; skinDomains?: string[] } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a host is this machine or in a private network, for which there are no certificates. */
function isNear(hostname: string): boolean {
  if (isLocalhost(hostname)) return true
  const address = hostname.replace(/^\[|\]$/g, '')
  return (
    isIP(address) > 0 &&
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.|^(::1$|f[cd]|fe80:)/i.test(address)
  )
}

const OFF: CheckResult = {
  state: 'good',
  detail: {
    ru: 'Выключен: лаунчеры входят другими способами.',
    en: 'Turned off: launchers sign in in other ways.',
  },
}

const GOOD = (host: string): CheckResult => ({
  state: 'good',
  detail: {
    ru: `Ключ создан, скины загружаются с ${host}.`,
    en: `The key exists, and skins are loaded from ${host}.`,
  },
})

const NO_KEY: CheckResult = {
  state: 'warning',
  detail: {
    ru: 'Ключа ещё нет: пока он создаётся, на игровой сервер не зайти.',
    en: 'There is no key yet: until it is created, players cannot join game servers.',
  },
  advice: {
    ru: 'Подождите минуту. Если ключа всё нет, причина — в журнале сайта.',
    en: 'Wait a minute. If there is still no key, the log of the site shows the reason.',
  },
}

const NO_DOMAIN = (host: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `По этому адресу отвечает другой сервер Yggdrasil: ${host} не указан среди его адресов скинов, и игра не покажет скины.`,
    en: `Another Yggdrasil server responds at this address: ${host} is not among its skin hosts, so games show no skins.`,
  },
  advice: {
    ru: 'Проверьте PUBLIC_URL и прокси: /yggdrasil/ должен вести на этот сайт.',
    en: 'Check PUBLIC_URL and the proxy: /yggdrasil/ must lead to this site.',
  },
})

const PLAIN = (url: string): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `PUBLIC_URL (${url}) без https: пароли из лаунчеров идут открытым текстом.`,
    en: `PUBLIC_URL (${url}) does not use https: passwords from launchers are sent unencrypted.`,
  },
  advice: {
    ru: 'Поставьте перед сайтом прокси с сертификатом (Caddy, nginx) и задайте адрес с https.',
    en: 'Put a proxy with a certificate (Caddy, nginx) in front of the site and set the https address.',
  },
})

const AWAY = (url: string, why: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${url} не отвечает как положено (${describeFailure(why).ru}): лаунчеры не могут войти.`,
    en: `${url} does not respond as expected (${describeFailure(why).en}): launchers cannot sign in.`,
  },
  advice: {
    ru: 'Проверьте PUBLIC_URL и прокси: /yggdrasil/ должен вести на этот сайт без проверки на человека.',
    en: 'Check PUBLIC_URL and the proxy: /yggdrasil/ must lead to this site, without a bot check.',
  },
})

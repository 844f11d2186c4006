import { isConnectOn } from '../../integrations/yggdrasil/connect.ts'
import { hasClients } from '../../openid/clients/client-store.ts'
import { readSettings } from '../../settings/settings.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'
import { isThisMachine } from './this-machine.ts'

/** Checks that the address of the site is suitable for applications that sign players in by OpenID Connect. */
export const openidCheck: Check = {
  id: 'openid',
  title: { ru: 'Вход в приложения', en: 'Sign-in to applications' },
  async run({ config, db }) {
    if (!db) return NO_DATABASE
    const isOn = (await hasClients(db)) || isConnectOn(await readSettings(db, config))
    return evaluateOpenId(config.publicUrl, isOn)
  },
}

/**
 * Checks the address of the site for OpenID Connect.
 * @param isOn whether the site has an application, or Yggdrasil Connect is on
 */
export function evaluateOpenId(publicUrl: string, isOn: boolean): CheckResult {
  if (!isOn) return OFF
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || isThisMachine(hostname) ? GOOD(publicUrl) : PLAIN(publicUrl)
}

const OFF: CheckResult = {
  state: 'good',
  detail: { ru: 'Приложений нет.', en: 'There are no applications.' },
}

const GOOD = (url: string): CheckResult => ({
  state: 'good',
  detail: { ru: `Приложения находят сайт по ${url}.`, en: `Applications find the site at ${url}.` },
})

const PLAIN = (url: string): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `PUBLIC_URL (${url}) без https: коды и токены передаются открыто, многие приложения такой адрес не принимают, а лаунчеры не находят вход через сайт.`,
    en: `PUBLIC_URL (${url}) does not use https: codes and tokens are sent unencrypted, many applications refuse such an address, and launchers do not find the sign-in on the site.`,
  },
  advice: {
    ru: 'Поставьте перед сайтом прокси с сертификатом (Caddy, nginx) и задайте адрес с https.',
    en: 'Put a proxy with a certificate (Caddy, nginx) in front of the site and set the https address.',
  },
})

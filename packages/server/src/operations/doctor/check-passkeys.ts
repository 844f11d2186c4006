import { countPasskeysByHost } from '../../credentials/passkeys/passkey-store.ts'
import { findRelyingParty } from '../../settings/relying-party.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'

export const passkeyCheck: Check = {
  id: 'passkeys',
  title: { ru: 'Ключи доступа', en: 'Passkeys' },
  async run({ config, db }) {
    const hosts = db && (await countPasskeysByHost(db).catch(() => undefined))
    return hosts ? evaluatePasskeys(config.publicUrl, hosts) : NO_DATABASE
  },
}

/**
 * Checks that passkeys work at the site's address.
 * @param hosts the host names to which existing passkeys belong
 */
export function evaluatePasskeys(
  publicUrl: string,
  hosts: readonly { host: string; count: number }[],
): CheckResult {
  const party = findRelyingParty(publicUrl)
  if ('whyNot' in party) return party.whyNot === 'ip' ? BARE(publicUrl) : PLAIN(publicUrl)
  const lost = hosts.filter(({ host }) => host !== party.host)
  const total = (of: typeof hosts) => of.reduce((sum, { count }) => sum + count, 0)
  if (lost.length > 0) return LOST(total(lost), lost.map(({ host }) => host).join(', '))
  return GOOD(party.host, total(hosts))
}

const GOOD = (host: string, count: number): CheckResult => ({
  state: 'good',
  detail: {
    ru: `Создаются для ${host}; у игроков их ${count}.`,
    en: `Passkeys are created for ${host}; players have ${count}.`,
  },
})

const LOST = (count: number, hosts: string): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `Ключей доступа для прежнего адреса (${hosts}): ${count}. На нынешнем адресе войти с ними нельзя.`,
    en: `Passkeys made for an earlier address (${hosts}): ${count}. They do not work at the current address.`,
  },
  advice: {
    ru: 'Верните прежнее имя в PUBLIC_URL или попросите игроков войти по паролю и добавить новые ключи.',
    en: 'Set PUBLIC_URL back to that name, or ask players to sign in with a password and add new passkeys.',
  },
})

const BARE = (url: string): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `Не предлагаются: PUBLIC_URL (${url}) — IP-адрес, а браузеры создают ключи только для имени.`,
    en: `Not offered: PUBLIC_URL (${url}) is an IP address, and browsers create passkeys only for a host name.`,
  },
  advice: {
    ru: 'Дайте сайту доменное имя, например play.example.org, и сертификат.',
    en: 'Give the site a name, such as play.example.org, and a certificate.',
  },
})

const PLAIN = (url: string): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `Не предлагаются: PUBLIC_URL (${url}) без https, а браузеры создают ключи только по https.`,
    en: `Not offered: PUBLIC_URL (${url}) does not use https, and browsers create passkeys only over https.`,
  },
  advice: {
    ru: 'Поставьте перед сайтом прокси с сертификатом (Caddy, nginx) и задайте адрес с https.',
    en: 'Put a proxy with a certificate (Caddy, nginx) in front of the site and set the https address.',
  },
})

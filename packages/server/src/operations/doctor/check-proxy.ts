import { listFindings } from '../../admin/overview/finding-store.ts'
import { isPrivate } from '../../platform/network/private-address.ts'
import type { Check, CheckResult } from './check.ts'
import { isThisMachine } from './this-machine.ts'

type Setting = { trustProxy: false | number | string[]; host: string; publicUrl: string }

/**
 * Checks that the site can distinguish visitors behind its proxies (`docs/operations.md#put-the-site-behind-a-proxy`).
 */
export const proxyCheck: Check = {
  id: 'proxy',
  title: { ru: 'Прокси и адреса игроков', en: 'Proxies and player addresses' },
  async run({ config, db }) {
    const findings = db ? await listFindings(db).catch(() => []) : []
    const unnamed = findings.find(({ name }) => name === 'proxy.untrusted')
    return evaluateProxy(config, unnamed?.detail)
  },
}

/**
 * Checks TRUST_PROXY.
 * @param unnamed the address of a proxy that was detected while TRUST_PROXY was not set
 */
export function evaluateProxy(setting: Setting, unnamed: string | undefined): CheckResult {
  const { trustProxy, host, publicUrl } = setting
  if (trustProxy === false) {
    if (unnamed !== undefined) return UNTRUSTED(unnamed)
    return publicUrl.startsWith('https:') ? PROBABLY_UNTRUSTED : NO_PROXY
  }
  if (typeof trustProxy === 'number') return isThisMachine(host) ? GOOD : HOPS_IN_PUBLIC
  const wide = trustProxy.filter(isWide)
  return wide.length > 0 ? WIDE(wide.join(', ')) : GOOD
}

/**
 * The prefix lengths of the widest acceptable network in TRUST_PROXY. The networks of the largest proxy providers are
 * narrower.
 */
const WIDEST = { ipv4: 12, ipv6: 24 }

function isWide(network: string): boolean {
  const [address = '', bits] = network.split('/')
  if (bits === undefined || isPrivate(address)) return false
  return Number(bits) < (address.includes(':') ? WIDEST.ipv6 : WIDEST.ipv4)
}

const UNTRUSTED = (address: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `Прокси ${address} передаёт запросы, но TRUST_PROXY выключен: у всех игроков один общий адрес и общие лимиты.`,
    en: `The proxy ${address} forwards requests, but TRUST_PROXY is off: all players share one address and its limits.`,
  },
  advice: {
    ru: `Задайте TRUST_PROXY=${address} и перезапустите сайт.`,
    en: `Set TRUST_PROXY=${address} and restart the site.`,
  },
  line: `TRUST_PROXY=${address}`,
})

const PROBABLY_UNTRUSTED: CheckResult = {
  state: 'warning',
  detail: {
    ru: 'PUBLIC_URL начинается с https, значит, перед сайтом стоит прокси, а TRUST_PROXY выключен.',
    en: 'PUBLIC_URL starts with https, so there is a proxy in front of the site, but TRUST_PROXY is off.',
  },
  advice: {
    ru: 'Задайте в TRUST_PROXY адрес прокси (127.0.0.1, если он на этой же машине).',
    en: "Set TRUST_PROXY to the proxy's address (127.0.0.1 if it is on this machine).",
  },
  line: 'TRUST_PROXY=127.0.0.1',
}

const HOPS_IN_PUBLIC: CheckResult = {
  state: 'warning',
  detail: {
    ru: 'TRUST_PROXY — число, а сайт слушает не только эту машину: обратившись к порту мимо прокси, можно подделать свой адрес.',
    en: 'TRUST_PROXY is a number, but the site does not listen on this machine alone: anyone who reaches its port without the proxy can forge their address.',
  },
  advice: {
    ru: 'Задайте в TRUST_PROXY адреса прокси или HOST=127.0.0.1.',
    en: "Set TRUST_PROXY to the proxies' addresses, or set HOST=127.0.0.1.",
  },
}

const WIDE = (networks: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `TRUST_PROXY доверяет слишком широкой сети: ${networks}. Любой из неё может подделать адрес.`,
    en: `TRUST_PROXY trusts too wide a network: ${networks}. Anyone in it can forge their address.`,
  },
  advice: {
    ru: 'Оставьте в TRUST_PROXY только адреса самих прокси.',
    en: "List only the proxies' own addresses in TRUST_PROXY.",
  },
})

const NO_PROXY: CheckResult = {
  state: 'good',
  detail: {
    ru: 'Прокси перед сайтом не замечен.',
    en: 'No proxy has been seen in front of the site.',
  },
}

const GOOD: CheckResult = {
  state: 'good',
  detail: { ru: 'Прокси указаны в TRUST_PROXY.', en: 'TRUST_PROXY names the proxies.' },
}

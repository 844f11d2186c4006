import type { Check, CheckResult } from './check.ts'
import { isThisMachine } from './this-machine.ts'

export const addressCheck: Check = {
  id: 'address',
  title: { ru: 'Адрес сайта и cookie', en: 'Site address and cookies' },
  run: ({ config }) => evaluateAddress(config.publicUrl),
}

export function evaluateAddress(publicUrl: string): CheckResult {
  const { hostname, pathname, protocol } = new URL(publicUrl)
  if (pathname !== '/') return PATH(publicUrl)
  if (isThisMachine(hostname)) return LOCAL(publicUrl)
  return protocol === 'https:' ? GOOD(publicUrl) : PLAIN(publicUrl)
}

const PATH = (url: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `PUBLIC_URL (${url}) содержит путь, а сайт работает только в корне домена: ссылки в письмах и адреса текстур не откроются.`,
    en: `PUBLIC_URL (${url}) has a path, but the site works only at the root: links in mails and texture addresses do not work.`,
  },
  advice: {
    ru: 'Выделите сайту своё имя, например https://auth.example.org, и уберите путь.',
    en: 'Give the site a host name of its own, such as https://auth.example.org, and remove the path.',
  },
})

const LOCAL = (url: string): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `PUBLIC_URL — ${url}: ссылки в письмах и адреса текстур откроются только на этой машине.`,
    en: `PUBLIC_URL is ${url}: links in mails and texture addresses open only on this machine.`,
  },
  advice: {
    ru: 'Для игроков задайте в PUBLIC_URL адрес, по которому они открывают сайт.',
    en: 'Set PUBLIC_URL to the address where players open the site.',
  },
})

const PLAIN = (url: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `PUBLIC_URL (${url}) без https: пароли и cookie передаются открыто, а у cookie нет признака Secure.`,
    en: `PUBLIC_URL (${url}) does not use https: passwords and cookies can be read on the network, and cookies are not Secure.`,
  },
  advice: {
    ru: 'Поставьте перед сайтом прокси с сертификатом (Caddy, nginx) и задайте адрес с https.',
    en: 'Put a proxy with a certificate (Caddy, nginx) in front of the site and set the https address.',
  },
})

const GOOD = (url: string): CheckResult => ({
  state: 'good',
  detail: {
    ru: `${url}: cookie передаются только по https (Secure, SameSite=Lax).`,
    en: `${url}: cookies are sent only over https (Secure, SameSite=Lax).`,
  },
})

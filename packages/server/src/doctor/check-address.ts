import type { Check, Opinion } from './checkup.ts'
import { isThisMachine } from './this-machine.ts'

/** Whether PUBLIC_URL is an address players can use, and cookies are kept from listeners. */
export const addressCheck: Check = {
  id: 'address',
  title: { ru: 'Адрес сайта и cookie', en: 'Address of the site and cookies' },
  look: ({ config }) => judgeAddress(config.publicUrl),
}

export function judgeAddress(publicUrl: string): Opinion {
  const { hostname, pathname, protocol } = new URL(publicUrl)
  if (pathname !== '/') return PATH(publicUrl)
  if (isThisMachine(hostname)) return LOCAL(publicUrl)
  return protocol === 'https:' ? GOOD(publicUrl) : PLAIN(publicUrl)
}

const PATH = (url: string): Opinion => ({
  state: 'bad',
  detail: {
    ru: `PUBLIC_URL (${url}) содержит путь, а сайт отвечает только в корне: ссылки писем и текстуры ведут в никуда.`,
    en: `PUBLIC_URL (${url}) has a path, but the site answers at the root alone: links in mails and textures lead nowhere.`,
  },
  advice: {
    ru: 'Выделите сайту своё имя, например https://auth.example.org, и уберите путь.',
    en: 'Give the site a name of its own, as https://auth.example.org, and leave the path out.',
  },
})

const LOCAL = (url: string): Opinion => ({
  state: 'warning',
  detail: {
    ru: `PUBLIC_URL — ${url}: ссылки писем и текстуры откроются только на этой машине.`,
    en: `PUBLIC_URL is ${url}: links in mails and textures open on this machine alone.`,
  },
  advice: {
    ru: 'Для игроков задайте в PUBLIC_URL адрес, по которому они открывают сайт.',
    en: 'For players, set PUBLIC_URL to the address they open the site by.',
  },
})

const PLAIN = (url: string): Opinion => ({
  state: 'bad',
  detail: {
    ru: `PUBLIC_URL (${url}) без https: пароли и cookie видны в сети, и cookie без признака Secure.`,
    en: `PUBLIC_URL (${url}) is not https: passwords and cookies can be read on their way, and cookies are not Secure.`,
  },
  advice: {
    ru: 'Поставьте перед сайтом прокси с сертификатом (Caddy, nginx) и задайте адрес с https.',
    en: 'Put a proxy with a certificate before the site (Caddy, nginx) and set the https address.',
  },
})

const GOOD = (url: string): Opinion => ({
  state: 'good',
  detail: {
    ru: `${url}: cookie идут только по https (Secure, SameSite=Lax).`,
    en: `${url}: cookies travel by https alone (Secure, SameSite=Lax).`,
  },
})

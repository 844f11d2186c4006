import type { Locale } from '@portal/contract'
import Bowser from 'bowser'
import { memoize } from '../cache/memoize.ts'
import { canonicalAddress } from './ip-address.ts'

export type Client = {
  ip: string
  /** The User-Agent, of which at most 256 characters are kept; empty if none was sent. */
  agent: string
  deviceToken: string | undefined
}

/**
 * Returns a readable name for a User-Agent, such as "Chrome on Windows". Cached, because parsing takes about 0.1 ms.
 */
export const deviceName = memoize(1000, parseName)

function parseName(agent: string): string {
  if (isBrowser(agent)) return browserName(agent)
  return /^[\p{L}\p{N} ._-]{1,40}/u.exec(agent)?.[0].trim() || 'Unknown device'
}

/**
 * Names the device in mails. Uses only the site's own words, because the sender of a request chooses the User-Agent.
 */
export function knownDevice(agent: string, locale: Locale): string {
  if (isBrowser(agent)) {
    const name = deviceName(agent)
    if (locale === 'en') return name
    return name === 'Browser' ? 'браузер' : name.replace(/ on (.+)$/, ' ($1)')
  }
  const { launcher, other } = PROGRAMS[locale]
  return /launcher/i.test(agent) ? launcher : other
}

const PROGRAMS = {
  en: { launcher: 'Launcher', other: 'unknown program' },
  ru: { launcher: 'лаунчер', other: 'неизвестная программа' },
} as const satisfies Record<Locale, { launcher: string; other: string }>

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

export function isBrowser(agent: string): boolean {
  return agent.startsWith('Mozilla/') || agent.startsWith('Opera/')
}

/**
 * Returns the browser and the system, such as "Chrome on Windows". Leaves out a name that is not in Bowser's lists,
 * because Bowser then returns a piece of the User-Agent; an unknown browser becomes "Browser".
 */
function browserName(agent: string): string {
  const { browser, os } = Bowser.parse(agent)
  if (!browser.name || !BROWSERS.has(browser.name)) return 'Browser'
  return os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name
}

/**
 * Returns the network by which a later sign-in is recognized: the /24 of an IPv4 address, the /48 of an IPv6 address;
 * empty without a valid address.
 */
export const networkOf = memoize(
  1000,
  (ip) => canonicalAddress(`${ip}/${ip.includes(':') ? 48 : 24}`) ?? '',
)

import type { Locale } from '@portal/contract'
import Bowser from 'bowser'
import { remembering } from '../cache/memoize.ts'
import { canonicalAddress } from './ip-address.ts'

/** Where a request came from: the address behind trusted proxies, and the program's own name. */
export type Client = {
  ip: string
  /** The User-Agent, cut at 256 characters; empty when none was sent. */
  agent: string
  /** The device cookie, when one was sent (docs/contract.md#signing-in). */
  deviceToken: string | undefined
}

/**
 * Returns a readable name for a User-Agent: "Chrome on Windows" for a browser, the product's name for
 * a launcher or another program ("Launcher"), "Unknown device" when it is empty. Parsing takes about
 * 0.1 ms and the same few agents keep coming back, so names are cached.
 */
export const deviceName = remembering(1000, parseName)

function parseName(agent: string): string {
  if (isBrowser(agent)) return browserName(agent)
  return /^[\p{L}\p{N} ._-]{1,40}/u.exec(agent)?.[0].trim() || 'Unknown device'
}

/**
 * Names the device for mails, using only words of our own: "Chrome on Windows", "Chrome (Windows)",
 * "лаунчер". For any other program that is "unknown program", because its name is whatever the sender of
 * the request chose.
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

/** For a browser that it does not know, Bowser returns a piece of the User-Agent. */
function browserName(agent: string): string {
  const { browser, os } = Bowser.parse(agent)
  if (!browser.name || !BROWSERS.has(browser.name)) return 'Browser'
  return os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name
}

/** Returns the network by which a place is familiar: the /24 of an IPv4 address, the /48 of IPv6. */
export const networkOf = remembering(
  1000,
  (ip) => canonicalAddress(`${ip}/${ip.includes(':') ? 48 : 24}`) ?? '',
)

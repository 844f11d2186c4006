import Bowser from 'bowser'
import { canonicalAddress } from './address.ts'

/** Where a request came from: the address after trusted proxies, and what the program calls itself. */
export type Client = {
  ip: string
  /** The User-Agent, cut at 256 characters; empty when none was sent. */
  agent: string
  /** The device cookie, when one was sent (answers, New device). */
  deviceToken: string | undefined
}

const REMEMBERED_NAMES = 1000
const names = new Map<string, string>()

/**
 * A readable name for a User-Agent: "Chrome on Windows" for browsers, the product's own name for
 * launchers and programs ("Launcher"), "Unknown device" for none. Parsing costs about 0.1 ms and
 * the same few agents come again and again, so names are remembered.
 */
export function deviceName(agent: string): string {
  const known = names.get(agent)
  if (known !== undefined) return known

  if (names.size >= REMEMBERED_NAMES) names.clear()
  const name = parseName(agent)
  names.set(agent, name)
  return name
}

function parseName(agent: string): string {
  if (isBrowser(agent)) return browserName(agent)
  return /^[\p{L}\p{N} ._-]{1,40}/u.exec(agent)?.[0].trim() || 'Unknown device'
}

/**
 * The device in words of ours alone, for mails: "Chrome on Windows", "Launcher"; undefined for any
 * other program, whose own name would be whatever the sender of the request likes.
 */
export function knownDevice(agent: string): string | undefined {
  if (isBrowser(agent)) return deviceName(agent)
  return /launcher/i.test(agent) ? 'Launcher' : undefined
}

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

function isBrowser(agent: string): boolean {
  return agent.startsWith('Mozilla/') || agent.startsWith('Opera/')
}

/** Of a browser that it does not know, Bowser gives back a piece of the text. */
function browserName(agent: string): string {
  const { browser, os } = Bowser.parse(agent)
  if (!browser.name || !BROWSERS.has(browser.name)) return 'Browser'
  return os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name
}

/** The network an address belongs to, for telling familiar places apart: /24 of IPv4, /48 of IPv6. */
export function networkOf(ip: string): string {
  return canonicalAddress(`${ip}/${ip.includes(':') ? 48 : 24}`) ?? ''
}

import { isIPv4 } from 'node:net'

export type RelyingParty = { host: string; origin: string }

/**
 * Returns the relying party for passkeys, or why browsers allow none: they require https or `localhost`, and a host
 * name instead of an IP address (Web Authentication level 3, 5.1.3).
 */
export function findRelyingParty(publicUrl: string): RelyingParty | { whyNot: 'http' | 'ip' } {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isIPv6 = hostname.startsWith('[') // a regular expression would take 7 ms of the start to compile
  if (isIPv6 || isIPv4(hostname)) return { whyNot: 'ip' }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) return { whyNot: 'http' }
  return { host: hostname, origin }
}

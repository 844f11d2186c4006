import { isIPv4 } from 'node:net'

/** What passkeys are made for: `host` is the id of the relying party, and `origin` where pages are. */
export type RelyingParty = { host: string; origin: string }

/**
 * Returns what passkeys are made for, or why this site cannot have any: browsers make them only for pages
 * that came over https or from the same machine, and for a name, not an IP address (Web Authentication
 * level 3, 5.1.3).
 */
export function findRelyingParty(publicUrl: string): RelyingParty | { whyNot: 'http' | 'ip' } {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isIPv6 = hostname.startsWith('[') // Node would take 7 ms of the start to compile how it looks
  if (isIPv6 || isIPv4(hostname)) return { whyNot: 'ip' }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) return { whyNot: 'http' }
  return { host: hostname, origin }
}

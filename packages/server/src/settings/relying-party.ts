import { isIPv4 } from 'node:net'

export type RelyingParty = { host: string; origin: string }

/** Browsers require https or this machine, and a name instead of an address (Web Authentication level 3, 5.1.3). */
export function findRelyingParty(publicUrl: string): RelyingParty | { whyNot: 'http' | 'ip' } {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isIPv6 = hostname.startsWith('[') // compiling a regular expression for it takes 7 ms of the start
  if (isIPv6 || isIPv4(hostname)) return { whyNot: 'ip' }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) return { whyNot: 'http' }
  return { host: hostname, origin }
}

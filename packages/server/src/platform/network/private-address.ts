import { isIP } from 'node:net'
import { isTrusted } from './ip-address.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']
const PRIVATE = [
  ...LOOPBACK,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
]

/** Networks that do not belong to the internet: private ones, and the special-purpose ones of RFC 6890. */
const INSIDE = [
  ...PRIVATE,
  '0.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fec0::/10',
  'ff00::/8',
]

export function isLoopback(address: string): boolean {
  return isTrusted(LOOPBACK, address)
}

export function isPrivate(address: string): boolean {
  return isTrusted(PRIVATE, address)
}

/**
 * Whether an address does not belong to the internet. A server at such an address may trust every caller, so a request
 * from the site to it can be dangerous.
 */
export function isInside(address: string): boolean {
  return isTrusted(INSIDE, address)
}

/**
 * Whether the text of a host alone shows that it does not belong to the internet: a private address or a local name.
 */
export function looksInside(host: string): boolean {
  const bare = bareHost(host)
  if (isIP(bare) !== 0) return isInside(bare)
  return !bare.includes('.') || LOCAL_NAME.test(bare)
}

/** Whether a name means this machine (RFC 6761, 6.3): `localhost` or a name that ends in `.localhost`. */
export function isLocalhost(host: string): boolean {
  return /(^|\.)localhost$/.test(bareHost(host))
}

/** Names that public DNS does not have (RFC 6761, 6762, 8375; `.internal` is reserved by ICANN). */
const LOCAL_NAME = /\.(localhost|local|internal|lan|home\.arpa)$/

export function bareHost(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'
import { remembering } from '../cache/memoize.ts'

/** What begins an IPv4 address written as IPv6 (RFC 4291, 2.5.5.2), and its length in bits. */
const MAPPED = '::ffff:'
const MAPPED_BITS = 96

/**
 * Returns an address or a CIDR network in the form in which it is stored, or undefined when the text
 * is neither. An IPv4-mapped address becomes its IPv4 address, host bits are cleared, and a network
 * of one address becomes that address. A zone (`%eth0`) is refused: it has a meaning on one machine
 * only.
 */
export function canonicalAddress(text: string): string | undefined {
  const [address = '', suffix, ...rest] = text.trim().split('/')
  if (!isIP(address) || address.includes('%') || rest.length > 0) return undefined
  if (suffix === undefined) return plainForm(address)

  const bits = Number(suffix) + (isIPv4(address) ? MAPPED_BITS : 0)
  if (!/^(0|[1-9][0-9]{0,2})$/.test(suffix) || bits > 128) return undefined
  const network = plainForm(masked(isIPv4(address) ? `${MAPPED}${address}` : address, bits))
  if (bits === 128) return network
  return `${network}/${isIPv4(network) ? bits - MAPPED_BITS : bits}`
}

/**
 * Returns a caller's address in the form that limits, keys, sessions and the audit trail compare.
 * Sockets and proxies write one address in many ways: with a port or brackets (RFC 7239, 6), with a
 * zone, or an IPv4 address as IPv6. The result is empty when the text is not an address.
 */
export function readAddress(text: string): string {
  if (isIPv4(text)) return text
  const [, bracketed, dotted] = /^(?:\[(.+)\]|([0-9.]+))(?::[0-9]{1,5})?$/.exec(text) ?? []
  const [address = '', zone] = (bracketed ?? dotted ?? text).split('%')
  if (zone !== undefined && isIPv4(address)) return '' // only IPv6 has zones (RFC 4007)
  return isIP(address) ? plainForm(address) : ''
}

/** Whether a list contains all of IPv4 or all of IPv6. */
export function trustsEverybody(addresses: readonly string[]): boolean {
  return addresses.some((address) => canonicalAddress(address)?.endsWith('/0'))
}

/**
 * Whether a list contains an address, by itself or in a network. An empty list trusts nobody, and an
 * IPv6 network contains no IPv4 address.
 *
 * @param ip in any form that `readAddress` reads.
 */
export function isTrusted(addresses: readonly string[], ip: string): boolean {
  const caller = readAddress(ip)
  if (caller === '') return false
  const family = familyOf(caller)
  return matcherOf(addresses.join())[family].check(caller, family)
}

type Family = 'ipv4' | 'ipv6'

/** A list for each family: a single BlockList finds 1.2.3.4 in ::/0, which holds ::ffff:1.2.3.4. */
type Matcher = Readonly<Record<Family, BlockList>>

/** Lists are remembered by their text: building one costs ten times as much as asking it. */
const matcherOf = remembering(1000, (addresses): Matcher => {
  const matcher = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const network of addresses.split(',').map(canonicalAddress)) {
    if (network === undefined) continue
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) matcher[family].addAddress(address, family)
    else matcher[family].addSubnet(address, Number(bits), family)
  }
  return matcher
})

function familyOf(address: string): Family {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

/** Returns IPv6 as short as it can be written, and an IPv4-mapped address as IPv4. */
function plainForm(address: string): string {
  if (isIPv4(address)) return address
  const short = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = short.startsWith(MAPPED) ? short.slice(MAPPED.length) : ''
  return isIPv4(mapped) ? mapped : short
}

/** Returns an IPv6 address whose bits beyond the first `bits` are cleared. */
function masked(address: string, bits: number): string {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1) // now all in hexadecimal
  const [left = [], right = []] = short.split('::').map((part) => part.split(':').filter(Boolean))
  const gap = Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...gap, ...right].map((group, index) => {
    const cleared = Math.max(0, Math.min(16, (index + 1) * 16 - bits))
    return ((Number.parseInt(group, 16) >> cleared) << cleared).toString(16)
  })
  return groups.join(':')
}

import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'
import { memoize } from '../cache/memoize.ts'

/** The prefix of an IPv4 address that is written as IPv6 (RFC 4291, 2.5.5.2), and its length in bits. */
const MAPPED = '::ffff:'
const MAPPED_BITS = 96

/**
 * Returns the form in which an address or network is stored; undefined if it is invalid. Zones (`%eth0`) are invalid,
 * because they are local to a machine.
 */
export function canonicalAddress(text: string): string | undefined {
  const [address = '', suffix, ...rest] = text.trim().split('/')
  if (!isIP(address) || address.includes('%') || rest.length > 0) return undefined
  if (suffix === undefined) return ipv4FromMapped(address)

  const bits = Number(suffix) + (isIPv4(address) ? MAPPED_BITS : 0)
  if (!/^(0|[1-9][0-9]{0,2})$/.test(suffix) || bits > 128) return undefined
  const network = ipv4FromMapped(masked(isIPv4(address) ? `${MAPPED}${address}` : address, bits))
  if (bits === 128) return network
  return `${network}/${isIPv4(network) ? bits - MAPPED_BITS : bits}`
}

/**
 * Returns an address without port, brackets (RFC 7239, 6) or zone. An IPv4 address that is written as IPv6 becomes
 * IPv4. Returns '' for any other text. Accepts undefined: contrary to its type, `ip` of a request is undefined once the
 * connection is closed.
 */
export function readAddress(text: string | undefined): string {
  if (text === undefined) return ''
  if (isIPv4(text)) return text
  const [, bracketed, dotted] = /^(?:\[(.+)\]|([0-9.]+))(?::[0-9]{1,5})?$/.exec(text) ?? []
  const [address = '', zone] = (bracketed ?? dotted ?? text).split('%')
  if (zone !== undefined && isIPv4(address)) return '' // only IPv6 has zones (RFC 4007)
  return isIP(address) ? ipv4FromMapped(address) : ''
}

export function trustsEveryAddress(addresses: readonly string[]): boolean {
  return addresses.some((address) => canonicalAddress(address)?.endsWith('/0'))
}

/**
 * Whether an address is in a list of addresses and networks. An empty list contains no address, and an IPv6 network
 * contains no IPv4 address.
 */
export function isTrusted(addresses: readonly string[], ip: string | undefined): boolean {
  const caller = readAddress(ip)
  if (caller === '') return false
  const family = familyOf(caller)
  return matcherOf(addresses.join())[family].check(caller, family)
}

type Family = 'ipv4' | 'ipv6'

/**
 * A list for each family of addresses. A single BlockList would find 1.2.3.4 in ::/0, because it reads an IPv4 address
 * as IPv6 (::ffff:1.2.3.4).
 */
type Matcher = Readonly<Record<Family, BlockList>>

/**
 * Makes the lists for a text of addresses. Cached by this text, because making a list takes ten times as long as a
 * check.
 */
const matcherOf = memoize(1000, (addresses): Matcher => {
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

function ipv4FromMapped(address: string): string {
  if (isIPv4(address)) return address
  const short = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = short.startsWith(MAPPED) ? short.slice(MAPPED.length) : ''
  return isIPv4(mapped) ? mapped : short
}

function masked(address: string, bits: number): string {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1) // now every group is hexadecimal
  const [left = [], right = []] = short.split('::').map((part) => part.split(':').filter(Boolean))
  const gap = Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...gap, ...right].map((group, index) => {
    const cleared = Math.max(0, Math.min(16, (index + 1) * 16 - bits))
    return ((Number.parseInt(group, 16) >> cleared) << cleared).toString(16)
  })
  return groups.join(':')
}

import { isIP, isIPv4, SocketAddress } from 'node:net'

/** A network: its first `bits` bits are those of `bytes` (4 or 16 of them), whose other bits are 0. */
type Network = { bytes: readonly number[]; bits: number }

/** The first 96 bits of an IPv4 address written as IPv6 (RFC 4291, 2.5.5.2). */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
const MAPPED_BITS = MAPPED.length * 8

/**
 * Returns an address or a CIDR network in the form in which it is stored, or undefined when the text
 * is neither. An IPv4-mapped address becomes its IPv4 address, host bits are cleared, and a network
 * of one address becomes that address. A zone (`%eth0`) is refused: it has a meaning on one machine
 * only.
 */
export function canonicalAddress(text: string): string | undefined {
  const network = parseNetwork(text.trim())
  return network && textOf(network)
}

/**
 * Returns a caller's address in the form that limits, keys, sessions and the audit trail compare.
 * Sockets and proxies write one address in many ways: with a port or brackets (RFC 7239, 6), with a
 * zone, or an IPv4 address as IPv6. The result is empty when the text is not an address.
 */
export function readAddress(text: string): string {
  if (isIPv4(text)) return text
  const [, bracketed, dotted] = /^(?:\[(.+)\]|([0-9.]+))(?::[0-9]{1,5})?$/.exec(text) ?? []
  const [address = ''] = (bracketed ?? dotted ?? text).split('%', 1)
  return isIP(address) ? (canonicalAddress(address) ?? '') : ''
}

/** Whether a list contains all of IPv4 or all of IPv6. */
export function trustsEverybody(addresses: readonly string[]): boolean {
  return networksOf(addresses).some(({ bits }) => bits === 0)
}

/**
 * Whether a list contains an address, by itself or in a network. An empty list trusts nobody, and an
 * IPv6 network contains no IPv4 address.
 *
 * @param ip in any form that `readAddress` reads.
 */
export function isTrusted(addresses: readonly string[], ip: string): boolean {
  const caller = parseNetwork(readAddress(ip))
  return caller !== undefined && networksOf(addresses).some((network) => holds(network, caller))
}

const parsed = new WeakMap<readonly string[], readonly Network[]>()

function networksOf(addresses: readonly string[]): readonly Network[] {
  const known = parsed.get(addresses)
  if (known) return known
  const networks = addresses.map(parseNetwork).filter((network) => network !== undefined)
  parsed.set(addresses, networks)
  return networks
}

function holds(network: Network, { bytes }: Network): boolean {
  if (bytes.length !== network.bytes.length) return false
  return network.bytes.every((byte, index) => byte === maskedByte(bytes, network.bits, index))
}

function parseNetwork(text: string): Network | undefined {
  const [address = '', suffix, ...rest] = text.split('/')
  if (!isIP(address) || address.includes('%') || rest.length > 0) return undefined
  const bytes = bytesOf(address)
  const longest = bytes.length * 8
  if (suffix !== undefined && !/^(0|[1-9][0-9]{0,2})$/.test(suffix)) return undefined
  const bits = suffix === undefined ? longest : Number(suffix)
  if (bits > longest) return undefined

  const masked = bytes.map((_, index) => maskedByte(bytes, bits, index))
  const isMapped = bits >= MAPPED_BITS && MAPPED.every((byte, index) => byte === masked[index])
  return isMapped
    ? { bytes: masked.slice(MAPPED.length), bits: bits - MAPPED_BITS }
    : { bytes: masked, bits }
}

/** Returns one byte of an address; bits beyond the first `bits` of the address are cleared. */
function maskedByte(bytes: readonly number[], bits: number, index: number): number {
  const kept = Math.max(0, Math.min(8, bits - index * 8))
  return (bytes[index] ?? 0) & (0xff00 >> kept)
}

function bytesOf(address: string): number[] {
  if (isIP(address) === 4) return address.split('.').map(Number)
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1) // hexadecimal throughout
  const [left = [], right] = short.split('::').map((part) => part.split(':').filter(Boolean))
  const gap = Array<string>(right ? 8 - left.length - right.length : 0).fill('0')
  const groups = [...left, ...gap, ...(right ?? [])].map((group) => Number.parseInt(group, 16))
  return groups.flatMap((group) => [group >> 8, group & 0xff])
}

function textOf({ bytes, bits }: Network): string {
  const address = bytes.length === 4 ? bytes.join('.') : shortForm(bytes)
  return bits === bytes.length * 8 ? address : `${address}/${bits}`
}

function shortForm(bytes: readonly number[]): string {
  const address = Buffer.from(bytes)
    .toString('hex')
    .replace(/.{4}(?=.)/g, '$&:')
  return new SocketAddress({ address, family: 'ipv6' }).address
}

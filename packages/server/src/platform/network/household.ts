import { canonicalAddress } from './ip-address.ts'

/** A range of texts in byte order: from `from`, which is included, to `below`, which is not. */
export type TextRange = { from: string; below: string }

/**
 * Returns the household of an address: an IPv4 address itself, or the four groups of the /64 network of an IPv6
 * address. Returns the IPv6 address itself if the texts of its network do not form one range, because a run of zeros
 * ends in the network part (`2001::5:1:2:3:4`).
 */
export function householdOf(ip: string): string {
  const network = ip.includes(':') ? canonicalAddress(`${ip}/64`) : undefined
  if (network === undefined) return ip
  const groups = network.slice(0, -'::/64'.length).split(':')
  const [first, second, third, fourth] = [...groups, '0', '0', '0'].map((group) => group || '0')
  if (second === '0' && (first === '0' || third === '0')) return ip
  return [first, second, third, fourth].join(':')
}

/**
 * Returns the ranges that contain the stored texts of a household's addresses and no others. A run of zeros that begins
 * in the network part and continues after it may be shortened (RFC 5952, 4.2.3), so there are up to two ranges.
 */
export function textRangesOf(household: string): TextRange[] {
  const groups = household.split(':')
  const isNetwork = groups.length === 4 && !household.includes('::')
  if (!isNetwork) return [{ from: household, below: `${household} ` }] // no address contains a space
  const long = beginningWith(`${household}:`)
  const shortened = household.replace(/(:0)+$/, ':')
  return shortened === household ? [long] : [long, beginningWith(`${shortened}:`)]
}

/**
 * Returns the range of texts that begin with a prefix. Its upper limit is the prefix with a semicolon, the next
 * character in byte order, in place of the last colon.
 * @param prefix ends with a colon
 */
function beginningWith(prefix: string): TextRange {
  return { from: prefix, below: `${prefix.slice(0, -1)};` }
}

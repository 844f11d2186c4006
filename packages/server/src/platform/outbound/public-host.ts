import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { bareHost, isInside } from '../network/private-address.ts'

/** A host is, or its name leads to, an address of this machine or its network. */
export class InsideHost extends Error {
  readonly code = 'EINSIDE'
}

/** @throws InsideHost for an address that is not of the internet; names are checked by `publicLookup`. */
export function refuseInside(host: string): void {
  const bare = bareHost(host)
  if (isIP(bare) !== 0 && isInside(bare)) throw new InsideHost(`${bare} is inside`)
}

/**
 * Resolves a name for a socket, and fails when it leads inside. The socket connects to what was checked, so
 * another answer of the DNS a moment later changes nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0)
    if (found.some(({ address }) => isInside(address))) {
      return callback(new InsideHost(`${hostname} leads inside`), '', 0)
    }
    if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}

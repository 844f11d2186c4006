import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { bareHost, isInside } from '../network/private-address.ts'

export class PrivateHostError extends Error {
  readonly code = 'EINSIDE'
}

export function refusePrivateHost(host: string): void {
  const bare = bareHost(host)
  if (isIP(bare) !== 0 && isInside(bare)) throw new PrivateHostError(`${bare} is inside`)
}

/**
 * A lookup that resolves a name to public addresses only. The socket connects to the address that was checked, so DNS
 * rebinding has no effect.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0)
    if (found.some(({ address }) => isInside(address))) {
      return callback(new PrivateHostError(`${hostname} resolves to a private address`), '', 0)
    }
    if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}

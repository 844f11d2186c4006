import type { FastifyRequest } from 'fastify'
import type { Client } from '../platform/network/client.ts'
import { isTrusted, readAddress } from '../platform/network/ip-address.ts'
import { deviceTokenOf } from '../sessions/session-cookies.ts'
import type { Config } from '../settings/config.ts'

const LONGEST_AGENT = 256

/** Describes who sent a request: the address behind the proxies of TRUST_PROXY, and the program. */
export function clientOf(request: FastifyRequest): Client {
  return {
    ip: addressOf(request),
    agent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_AGENT),
    deviceToken: deviceTokenOf(request),
  }
}

/**
 * The caller's address in its one form (`readAddress`). Where a proxy passed on something that is no
 * address, the nearest proxy with a real one counts.
 */
export function addressOf(request: FastifyRequest): string {
  return (request.ips ?? [request.ip]).map(readAddress).findLast(Boolean) ?? ''
}

/**
 * Decides whose X-Forwarded-For is believed, read from the right: nobody's, that of the given number of
 * nearest hops, or of the given addresses and networks (docs/operations.md#behind-a-proxy).
 */
export function trustedProxies(trust: Config['trustProxy']): TrustProxy {
  if (typeof trust === 'number') return (_address: string, hop: number) => hop < trust
  return trust && ((address: string) => isTrusted(trust, address))
}

type TrustProxy = false | ((address: string, hop: number) => boolean)

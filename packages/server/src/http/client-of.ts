import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Client } from '../platform/client.ts'
import { deviceTokenOf } from './session-cookies.ts'

const LONGEST_AGENT = 256

/** Who sends a request: the address after the proxies that TRUST_PROXY names, and the program. */
export function clientOf(request: FastifyRequest): Client {
  return {
    ip: addressOf(request),
    agent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_AGENT),
    deviceToken: deviceTokenOf(request),
  }
}

/**
 * The caller's address. An IPv4 address that came over an IPv6 socket is that IPv4 address; what a
 * proxy passed on and is no address does not count.
 */
export function addressOf(request: FastifyRequest): string {
  const address = plain(request.ip)
  if (isIP(address)) return address
  return (request.ips ?? []).map(plain).findLast((candidate) => isIP(candidate) !== 0) ?? ''
}

/**
 * Which peers may speak for others in X-Forwarded-For, read from the right: nobody, the given
 * number of nearest hops, or the given addresses and networks (answers, TRUST_PROXY).
 */
export function trustedProxies(trust: Config['trustProxy']): TrustProxy {
  if (typeof trust === 'number') return (_address: string, hop: number) => hop < trust
  return trust
}

type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

function plain(address: string): string {
  return address.replace(/^::ffff:(?=[0-9.]+$)/i, '').toLowerCase()
}

import type { FastifyRequest } from 'fastify'
import type { Client } from '../platform/network/client.ts'
import { isTrusted, readAddress } from '../platform/network/ip-address.ts'
import { deviceTokenOf } from '../sessions/session-cookies.ts'
import type { Config } from '../settings/config.ts'

const MAX_AGENT_LENGTH = 256

export function clientOf(request: FastifyRequest): Client {
  return {
    ip: addressOf(request),
    agent: (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH),
    deviceToken: deviceTokenOf(request),
  }
}

/**
 * Returns the client's address, or '' if no address is valid. If X-Forwarded-For has a text that is no address, returns
 * the address of the proxy that forwarded this text.
 */
export function addressOf(request: FastifyRequest): string {
  return (request.ips ?? [request.ip]).map(readAddress).findLast(Boolean) ?? ''
}

/**
 * Converts TRUST_PROXY into the option `trustProxy` of Fastify. Hops are counted from the right end of X-Forwarded-For
 * (docs/operations.md#put-the-site-behind-a-proxy).
 */
export function trustedProxies(trust: Config['trustProxy']): TrustProxy {
  if (typeof trust === 'number') return (_address: string, hop: number) => hop < trust
  return trust && ((address: string) => isTrusted(trust, address))
}

type TrustProxy = false | ((address: string, hop: number) => boolean)

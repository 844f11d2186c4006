import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Actor, Reauthentication } from '../audit/actor.ts'
import type { Identity } from '../players/identity.ts'
import { apiKeyOf } from './admit-launcher.ts'
import { addressOf } from './client.ts'

/**
 * The property of a request with the identity of its caller. The identity is stored on the request itself, because the
 * values of a WeakMap outlive short-lived requests (docs/performance.md#choices-that-were-measured).
 */
const identified = Symbol('identified')
const reauthenticationState = Symbol('proven')

declare module 'fastify' {
  interface FastifyRequest {
    [identified]?: Identity
    [reauthenticationState]?: Reauthentication
  }
}

export async function bearerOf(
  app: Pick<App, 'accessTokens'>,
  request: FastifyRequest,
): Promise<Identity | undefined> {
  const token = bearerTokenOf(request)
  return token ? app.accessTokens.verify(token) : undefined
}

export function bearerTokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

export function identify(request: FastifyRequest, identity: Identity): void {
  request[identified] = identity
}

export function setReauthentication(
  request: FastifyRequest,
  reauthentication: Reauthentication,
): void {
  request[reauthenticationState] = reauthentication
}

export function identityOf(request: FastifyRequest): Identity | undefined {
  return request[identified]
}

export function actorOf(request: FastifyRequest): Actor | undefined {
  const key = apiKeyOf(request)
  const actor = key ? `api-key:${key.id}` : identityOf(request)?.playerId
  const reauthentication = request[reauthenticationState]
  return actor === undefined
    ? undefined
    : { actor, ip: addressOf(request), ...(reauthentication && { reauthentication }) }
}

import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Actor, ActorProof } from '../audit/actor.ts'
import type { Identity } from '../players/identity.ts'
import { apiKeyOf } from './admit-launcher.ts'
import { addressOf } from './client.ts'

/** On the request itself: what a WeakMap holds outlives young requests (docs/performance.md#choices-that-were-measured). */
const identified = Symbol('identified')
const proven = Symbol('proven')

declare module 'fastify' {
  interface FastifyRequest {
    [identified]?: Identity
    [proven]?: ActorProof
  }
}

/** Finds whom the Bearer token names; undefined when there is no token or it is not valid. */
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

/** Remembers whose request this is. */
export function identify(request: FastifyRequest, identity: Identity): void {
  request[identified] = identity
}

/** Remembers whether the player of a request re-authenticated lately, for the use case that it calls. */
export function noteProof(request: FastifyRequest, proof: ActorProof): void {
  request[proven] = proof
}

/** Tells whose request this is, even if it was refused; undefined where the row lets anyone call. */
export function identityOf(request: FastifyRequest): Identity | undefined {
  return request[identified]
}

/** Who makes the change that the request asks for; undefined where the row lets anyone call. */
export function actorOf(request: FastifyRequest): Actor | undefined {
  const key = apiKeyOf(request)
  const actor = key ? `api-key:${key.id}` : identityOf(request)?.playerId
  const proof = request[proven]
  return actor === undefined
    ? undefined
    : { actor, ip: addressOf(request), ...(proof && { proof }) }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { cookieAttributes } from '../../sessions/session-cookies.ts'
import { AWAY_TTL } from './authorization-request.ts'
import type { ProviderAnswer } from './identity.ts'
import type { Return } from './resolve-identity.ts'

type Needs = Pick<App, 'config'>

/**
 * What a browser keeps while somebody is away at a service. With https its name says that no other site, nor
 * another part of this one's domain, can have set it (RFC 6265bis, 4.1.3.2).
 */
function identityCookieOf({ config }: Needs, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config)]
}

export function setIdentityCookie({ config }: Needs, reply: FastifyReply, kept: string): void {
  const shared = cookieAttributes({ config }, AWAY_TTL)
  reply.setCookie(nameOf(config), kept, { ...shared, httpOnly: true })
}

export function clearIdentityCookie({ config }: Needs, reply: FastifyReply): void {
  const shared = cookieAttributes({ config }, 0)
  reply.setCookie(nameOf(config), '', { ...shared, httpOnly: true })
}

function nameOf({ publicUrl }: Needs['config']): string {
  return publicUrl.startsWith('https:') ? '__Host-portal_identity' : 'portal_identity'
}

/** What came back from a service, with what the browser kept in the meantime. */
export function returnOf(
  app: Needs,
  request: FastifyRequest,
  provider: string,
  answer: ProviderAnswer,
): Return {
  return { ...answer, provider, kept: identityCookieOf(app, request) }
}

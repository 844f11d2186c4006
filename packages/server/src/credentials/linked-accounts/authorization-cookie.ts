import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { cookieAttributes } from '../../sessions/session-cookies.ts'
import { AUTHORIZATION_TTL } from './authorization-request.ts'
import type { ProviderResponse } from './identity.ts'
import type { ProviderCallback } from './resolve-identity.ts'

type Deps = Pick<App, 'config'>

/**
 * Returns the value of the cookie with the running authorization request; undefined without one. With https, the prefix
 * `__Host-` of its name ensures that no other site or subdomain has set the cookie (RFC 6265bis, 4.1.3.2).
 */
function identityCookieOf({ config }: Deps, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config)]
}

export function setIdentityCookie(
  { config }: Deps,
  reply: FastifyReply,
  sealedRequest: string,
): void {
  const shared = cookieAttributes({ config }, AUTHORIZATION_TTL)
  reply.setCookie(nameOf(config), sealedRequest, { ...shared, httpOnly: true })
}

export function clearIdentityCookie({ config }: Deps, reply: FastifyReply): void {
  const shared = cookieAttributes({ config }, 0)
  reply.setCookie(nameOf(config), '', { ...shared, httpOnly: true })
}

function nameOf({ publicUrl }: Deps['config']): string {
  return publicUrl.startsWith('https:') ? '__Host-portal_identity' : 'portal_identity'
}

export function providerCallback(
  app: Deps,
  request: FastifyRequest,
  provider: string,
  response: ProviderResponse,
): ProviderCallback {
  return { ...response, provider, sealedRequest: identityCookieOf(app, request) }
}

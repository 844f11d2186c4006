import { timingSafeEqual } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { SECOND } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { isCsrfTokenOf, isNewestCsrfToken, writeCsrfToken } from './csrf-token.ts'
import { DEVICE_TTL } from './device.ts'
import type { OpenedSession } from './open-session.ts'
import { readRefreshToken } from './refresh/refresh-token.ts'

const REFRESH = 'portal_refresh'
const CSRF = 'portal_csrf'
const DEVICE = 'portal_device'

type Deps = Pick<App, 'config' | 'keys' | 'random'>

export function setSessionCookies(
  app: Pick<App, 'config'>,
  reply: FastifyReply,
  opened: Omit<OpenedSession, 'player'>,
): void {
  const shared = cookieAttributes(app, app.config.refreshTtl)
  reply.setCookie(REFRESH, opened.refreshToken, { ...shared, httpOnly: true })
  reply.setCookie(CSRF, opened.csrfToken, shared)
  reply.setCookie(DEVICE, opened.deviceToken, {
    ...cookieAttributes(app, DEVICE_TTL),
    httpOnly: true,
  })
}

/**
 * Sets the cookies after a refresh: the new refresh token, and the CSRF token that the browser sent, or a new one if
 * the key has been rotated.
 */
export async function renewSessionCookies(
  app: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  refreshToken: string,
): Promise<void> {
  const generation = await app.keys.newest()
  const sent = request.cookies[CSRF] ?? ''
  const isNewest = isNewestCsrfToken(generation, sent)
  const token = isNewest ? undefined : await readRefreshToken(app.keys, refreshToken)
  const csrf = token ? writeCsrfToken(generation, app.random, token.sessionId) : sent
  const shared = cookieAttributes(app, app.config.refreshTtl)
  reply.setCookie(REFRESH, refreshToken, { ...shared, httpOnly: true })
  reply.setCookie(CSRF, csrf, shared)
}

/** Clears the session cookies. The device cookie stays, so that the browser remains known. */
export function clearSessionCookies(app: Pick<App, 'config'>, reply: FastifyReply): void {
  const shared = cookieAttributes(app, 0)
  reply.setCookie(REFRESH, '', { ...shared, httpOnly: true })
  reply.setCookie(CSRF, '', shared)
}

/** Returns the `Set-Cookie` headers that clear the session cookies, for responses that are not sent through Fastify. */
export function clearedSessionCookies(): string[] {
  return [
    `${REFRESH}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
    `${CSRF}=; Path=/; Max-Age=0; SameSite=Lax`,
  ]
}

export function deviceTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[DEVICE]
}

export function hasRefreshCookie(request: FastifyRequest): boolean {
  return Boolean(request.cookies[REFRESH])
}

/**
 * Returns the refresh token of a request; undefined without one. A token in the cookie takes precedence over one in the
 * body (docs/contract.md#tokens-cookies-sessions).
 */
export function presentedToken(
  request: FastifyRequest,
  inBody: string | undefined,
): { token: string | undefined; byCookie: boolean } {
  const inCookie = request.cookies[REFRESH]
  return inCookie ? { token: inCookie, byCookie: true } : { token: inBody, byCookie: false }
}

/**
 * Accepts the refresh cookie only if a page of this site sent the request. Such a request is not cross-site, and its
 * header `X-CSRF-Token` repeats the CSRF cookie, whose value is bound to the session.
 * @throws Refusal `auth.crosssite`, `auth.csrf`
 */
export async function checkCookieRequest(app: Deps, request: FastifyRequest): Promise<void> {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('auth.crosssite')

  const sent = request.headers['x-csrf-token']
  const expected = request.cookies[CSRF]
  if (typeof sent !== 'string' || !expected || !constantTimeEqual(sent, expected))
    throw new Refusal('auth.csrf')

  const token = await readRefreshToken(app.keys, request.cookies[REFRESH] ?? '')
  if (token && !(await isCsrfTokenOf(app.keys, token.sessionId, sent))) {
    throw new Refusal('auth.csrf')
  }
}

export function cookieAttributes(
  { config }: Pick<App, 'config'>,
  ttl: number,
): CookieSerializeOptions {
  return {
    path: '/',
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: Math.floor(ttl / SECOND),
  }
}

function constantTimeEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

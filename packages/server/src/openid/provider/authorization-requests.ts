import type { Limit } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import { DEVICE_ROUTES } from './device-flow.ts'
import { errorPage } from './error-reply.ts'
import type { Context } from './library.ts'
import { readForm } from './read-form.ts'

type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>

const AUTHORIZATION_PATH = '/oidc/auth'

/** The limit of authorization requests, which every visitor can create and which are stored for an hour. */
export const AUTHORIZATION_LIMIT: Limit = {
  name: 'openid-requests',
  calls: 120,
  perSeconds: 60,
  per: 'ip',
  counts: 'calls',
}

const REFUSAL = {
  error: 'temporarily_unavailable',
  error_description: 'too many requests from this address; try again in a minute',
}

/** Returns middleware that limits authorization requests and device codes per address of the caller. */
export function limitAuthorizations(app: Pick<App, 'db' | 'clock' | 'settings'>): Middleware {
  const showError = errorPage(app)
  return async (ctx, next) => {
    const isDevice = ctx.path === DEVICE_ROUTES.device_authorization
    if (!isDevice && ctx.path !== AUTHORIZATION_PATH) return next()
    const ip = String(ctx.req.headers['x-forwarded-for'] ?? '') // mount-routes.ts sets this header
    try {
      await countRateLimitedCall(app, AUTHORIZATION_LIMIT, ip)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      ctx.status = 429
      ctx.res.setHeader('Retry-After', AUTHORIZATION_LIMIT.perSeconds)
      if (isDevice) ctx.body = REFUSAL
      else await showError(ctx, REFUSAL)
      return
    }
    return next()
  }
}

/**
 * Returns middleware that converts an authorization request by POST (OpenID Connect Core 1.0, 3.1.2.1) into one by GET:
 * for a request from another site, browsers send the cookies of this site only with a GET.
 */
export function acceptPosts(): Middleware {
  return async (ctx, next) => {
    const form = ctx.path === AUTHORIZATION_PATH ? await readForm(ctx) : undefined
    if (!form) return next()
    ctx.redirect(`${AUTHORIZATION_PATH}?${form}`)
    ctx.status = 303
  }
}

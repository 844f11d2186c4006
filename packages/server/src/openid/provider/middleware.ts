import type { App } from '../../app.ts'
import { recordVisit } from '../../players/visit-store.ts'
import { extendSession } from '../authentication-store.ts'
import { isGameToken } from '../connect/connect-scopes.ts'
import { touchConnection, upsertTrustedUse } from '../connections/connection-store.ts'
import type { AdapterDeps } from '../storage/adapter.ts'
import { UNUSED_COOKIE } from './configuration.ts'
import type { AccessToken, Context } from './library.ts'
import { readForm } from './read-form.ts'

type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>

/** Removes the library's session cookie from responses (see site-sessions.ts). */
export function dropSessionCookie(): Middleware {
  return async ({ res }, next) => {
    await next()
    const cookies = [res.getHeader('Set-Cookie') ?? []].flat().map(String)
    const kept = cookies.filter((cookie) => !cookie.startsWith(`${UNUSED_COOKIE}=`))
    if (kept.length > 0) res.setHeader('Set-Cookie', kept)
    else res.removeHeader('Set-Cookie')
  }
}

const TOKEN_PATHS = ['/oidc/token/introspection', '/oidc/token/revocation']

/**
 * Returns middleware that lets clients introspect and revoke JWT access tokens, which the library refuses: replaces the
 * token by the name of its row.
 */
export function acceptJwts(app: AdapterDeps): Middleware {
  return async (ctx, next) => {
    const form = TOKEN_PATHS.includes(ctx.path) ? await readForm(ctx) : undefined
    if (!form) return next()
    const row = await app.rowOfJwt(form.get('token') ?? '')
    if (row !== undefined) form.set('token', `${app.rowPrefix}${row}`)
    ctx.req.body = form.toString()
    return next()
  }
}

/**
 * Returns middleware that records when a player last used a client. A refresh also extends the player's session on the
 * site, so a player who uses a program every day stays signed in.
 */
export function recordUse({ db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>): Middleware {
  return async (ctx, next) => {
    await next()
    if (ctx.path !== '/oidc/token' || ctx.status !== 200) return
    const { client, entities } = ctx.oidc
    const token = entities.AccessToken as AccessToken | undefined // its type depends on the kind of the request
    if (!token) return
    const now = clock.now()
    const use = { playerId: token.accountId, clientId: client.clientId, now }
    await (client.portal_trusted ? upsertTrustedUse(db, use) : touchConnection(db, use))
    if (entities.RotatedRefreshToken && !isGameToken(token)) {
      await recordVisit(db, { id: token.accountId, seenOn: 0 }, now)
      await extendSession(db, { id: token.sessionUid, now, expiresAt: now + config.refreshTtl })
    }
  }
}

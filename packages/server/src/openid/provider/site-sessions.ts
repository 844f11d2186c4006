import type { App } from '../../app.ts'
import { SECOND } from '../../platform/clock.ts'
import { authenticationContext } from '../authentication-context.ts'
import { type BrowserSession, findBrowserSession } from '../browser-session.ts'
import type { Context, Provider, Session } from './library.ts'

type Deps = Pick<App, 'db' | 'clock' | 'keys'>

/**
 * Makes the library use the sessions of the site. Each session of the library has the ID of a session of the site, and
 * takes player and factors from it at every request. So a sign-out ends both sessions, and the library needs no cookie
 * of its own.
 */
export function useSiteSessions(provider: Provider, app: Deps): void {
  provider.Session.get = async (ctx: Context): Promise<Session> => {
    const signedIn = await findBrowserSession(app, refreshCookieOf(ctx))
    const session = signedIn ? await sessionOf(provider, signedIn) : new provider.Session()
    ctx.oidc.entity('Session', session)
    return session
  }
  provider.Session.prototype.resetIdentifier = () => undefined // never changed, because the ID is not a secret
}

/** Returns the library's session for a session of the site. It is new if no client has used it yet. */
export async function sessionOf(provider: Provider, signedIn: BrowserSession): Promise<Session> {
  const { id } = signedIn
  const stored = await provider.Session.findByUid(id)
  const session = stored ?? new provider.Session({ uid: id, jti: id })
  const { acr, amr } = authenticationContext(signedIn)
  return Object.assign(session, {
    accountId: signedIn.playerId,
    loginTs: Math.floor(signedIn.authenticatedAt / SECOND),
    acr,
    amr,
  })
}

/**
 * Returns the refresh token in the cookie of sessions/session-cookies.ts; undefined without one. The value needs no
 * decoding.
 */
export function refreshCookieOf({ req }: Context): string | undefined {
  return /(?:^|; *)portal_refresh=([A-Za-z0-9_-]+)/.exec(req.headers.cookie ?? '')?.[1]
}

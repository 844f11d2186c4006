import type { App } from '../../app.ts'
import type { ChangeDeps } from '../../audit/change.ts'
import { newGameToken } from '../../integrations/yggdrasil/game-token.ts'
import type { AccessToken, Context, Library, Provider, RefreshToken } from '../provider/library.ts'
import { isGameToken } from './connect-scopes.ts'
import { type LauncherGrant, openConnectSession } from './open-connect-session.ts'
import { refreshConnectSession } from './refresh-connect-session.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

/**
 * Makes the library issue game tokens as the access tokens of launchers. The first token of a grant opens a game
 * session. All tokens of the grant end with this game session, not with the player's session in the browser.
 */
export function issueGameTokens(provider: Provider, library: Library, app: Deps): void {
  const { AccessToken, RefreshToken } = provider
  const saveAccessToken = AccessToken.prototype.save
  const saveRefreshToken = RefreshToken.prototype.save

  AccessToken.prototype.save = async function (this: AccessToken): Promise<string> {
    const ctx = library.default.ctx
    const used = rotatedToken(ctx)
    if (ctx && (used ? isGameToken(used) : isGameToken(this))) {
      this.generateTokenId() // the library calls this to set the format of the token
      this.jti = newGameToken(app.random)
      const grant = grantOf(this, ctx)
      const sessionId = used
        ? await refreshConnectSession(app, grant)
        : await openConnectSession(app, grant)
      if (sessionId === undefined) throw new library.errors.InvalidGrant('the session has ended')
      this.sessionUid = sessionId
    }
    return saveAccessToken.call(this)
  }

  RefreshToken.prototype.save = async function (this: RefreshToken): Promise<string> {
    const first = library.default.ctx?.oidc.entities.AccessToken as AccessToken | undefined // by kind of token
    if (first && isGameToken(first)) this.sessionUid = first.sessionUid
    return saveRefreshToken.call(this)
  }
}

function rotatedToken(ctx: Context | undefined): RefreshToken | undefined {
  return ctx?.oidc.entities.RotatedRefreshToken as RefreshToken | undefined // by kind of token
}

/**
 * Returns what a game session needs to know of a token.
 * @param token already has its new value
 */
function grantOf(token: AccessToken, { req }: Context): LauncherGrant {
  return {
    accessToken: token.jti,
    playerId: token.accountId,
    grantId: token.grantId,
    scopes: token.scope,
    sessionId: token.sessionUid,
    client: {
      ip: String(req.headers['x-forwarded-for'] ?? ''), // mount-routes.ts sets this header
      agent: String(req.headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH),
      deviceToken: undefined,
    },
  }
}

const MAX_AGENT_LENGTH = 256

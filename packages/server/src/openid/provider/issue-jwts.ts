import type { App } from '../../app.ts'
import { SECOND } from '../../platform/clock.ts'
import { findPlayer } from '../../players/player-store.ts'
import { isGameToken } from '../connect/connect-scopes.ts'
import { hashOf } from '../storage/adapter.ts'
import { type AccessTokenClaims, signAccessToken } from '../tokens/access-token-jwt.ts'
import type { AccessToken, Provider } from './library.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'keys'>

/**
 * Makes the library issue JWT access tokens to clients that want them. They are stored like opaque tokens, so that
 * userinfo, introspection and revocation find them; the library by itself does not store JWTs.
 */
export function issueJwts(provider: Provider, app: Deps): void {
  const original = provider.AccessToken.prototype.getValueAndPayload
  provider.AccessToken.prototype.getValueAndPayload = async function (this: AccessToken) {
    const opaque = await original.call(this)
    if (this.client?.portal_access_token !== 'jwt' || isGameToken(this)) return opaque
    return {
      ...opaque,
      value: await signAccessToken(app, await claimsOf(app, this, opaque.payload)),
    }
  }
}

async function claimsOf(
  { db, clock, config }: Deps,
  token: AccessToken,
  payload: Record<string, unknown>,
): Promise<AccessTokenClaims> {
  const { accountId, clientId } = token
  const now = Math.floor(clock.now() / SECOND)
  const scope = String(payload.scope ?? '')
  const player = scope.split(' ').includes('profile') ? await findPlayer(db, accountId) : undefined
  return {
    iss: config.publicUrl,
    sub: accountId,
    aud: clientId,
    client_id: clientId,
    azp: clientId,
    scope,
    jti: hashOf('AccessToken', token.jti),
    iat: now,
    exp: now + Number(payload.exp) - Number(payload.iat),
    ...(player && { preferred_username: player.username, uuid: player.id }),
  }
}

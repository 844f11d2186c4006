import { OPENID_SCOPES } from '@portal/contract'
import type { App } from '../../app.ts'
import { GAME_SESSION_TTL } from '../../integrations/yggdrasil/game-token.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'
import { ACR_VALUES } from '../authentication-context.ts'
import { CLAIMS_OF_SCOPES, claimsOf } from '../claims.ts'
import { OWN_METADATA } from '../clients/metadata.ts'
import { checkConnectScopes, isGameToken } from '../connect/connect-scopes.ts'
import { postLogout } from '../logout/post-logout.ts'
import type { AdapterDeps } from '../storage/adapter.ts'
import { adapterOf } from '../storage/adapter.ts'
import { findUsablePlayer, maySignIn } from '../usable-player.ts'
import { DEVICE_CODE_TTL, DEVICE_FLOW, DEVICE_ROUTES } from './device-flow.ts'
import { errorPage } from './error-reply.ts'
import type { AccessToken, Account, Client, Context, Library } from './library.ts'
import { loadGrant } from './load-grant.ts'
import { interactionPolicyOf } from './policy.ts'
import type { ProviderKeys } from './provider-keys.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/** The longest lifetime of a grant. Grants are deleted much earlier, once no code, token or session belongs to them. */
const GRANT_TTL = 3650 * DAY
const JWT_TTL = 5 * MINUTE
const OPAQUE_TTL = HOUR
const CODE_TTL = MINUTE
const INTERACTION_TTL = HOUR

const seconds = (duration: number) => (): number => Math.floor(duration / SECOND)

/**
 * Returns the configuration of the library: the code flow, exact redirect URLs, PKCE with S256, and refresh tokens with
 * rotation.
 */
export function configurationOf(
  app: Deps,
  library: Library,
  { adapter, keys }: { adapter: AdapterDeps; keys: ProviderKeys },
): object {
  return {
    adapter: (kind: string) => adapterOf(adapter, kind),
    jwks: { keys: jwksOf(keys) },
    routes: ROUTES,
    scopes: [...OPENID_SCOPES],
    claims: { ...CLAIMS_OF_SCOPES, acr: null, sid: null, auth_time: null, iss: null },
    acrValues: [...ACR_VALUES],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    extraClientMetadata: { properties: [...OWN_METADATA] },
    allowOmittingSingleRegisteredRedirectUri: false,
    conformIdTokenClaims: false, // many programs read only the ID token
    pkce: { required: (_: Context, client: Client) => client.portal_pkce },
    clientBasedCORS: () => false,
    cookies: {
      names: {
        session: UNUSED_COOKIE,
        interaction: AUTHORIZATION_COOKIE,
        resume: `${AUTHORIZATION_COOKIE}_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', signed: false },
      short: { httpOnly: true, sameSite: 'lax', signed: false },
    },
    ttl: {
      AccessToken: (_: Context, token: AccessToken, client: Client | undefined) =>
        seconds(accessTokenTtl(token, client))(),
      AuthorizationCode: seconds(CODE_TTL),
      DeviceCode: seconds(DEVICE_CODE_TTL),
      IdToken: seconds(HOUR),
      Interaction: seconds(INTERACTION_TTL),
      Grant: seconds(GRANT_TTL),
      RefreshToken: seconds(app.config.refreshTtl),
      Session: seconds(app.config.refreshTtl),
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      backchannelLogout: { enabled: true },
      userinfo: { enabled: true },
      deviceFlow: DEVICE_FLOW,
      introspection: { enabled: true, allowedPolicy: mayInspect },
      revocation: { enabled: true, allowedPolicy: isOwnToken },
    },
    interactions: {
      url: (_: Context, { uid }: { uid: string }) => `/authorize/${uid}`,
      policy: interactionPolicyOf(library, app),
    },
    extraParams: {
      portal_scope: restoreOfflineAccess,
      portal_connect: (ctx: Context) => checkConnectScopes(app, library, ctx),
    },
    findAccount: (ctx: Context, id: string) => findAccount(app, ctx, id),
    loadExistingGrant: (ctx: Context) => loadGrant(app, ctx),
    issueRefreshToken: (_: Context, client: Client, { scopes }: { scopes: Set<string> }) =>
      client.grantTypeAllowed('refresh_token') && scopes.has('offline_access'),
    rotateRefreshToken: true,
    expiresWithSession: () => false, // not needed: the adapter checks the session of every row
    renderError: errorPage(app),
    fetch: (url: string, request: RequestInit) => postLogout(app, url, request),
    discovery: { end_session_endpoint: `${app.config.publicUrl}${END_SESSION_PATH}` },
  }
}

/**
 * The path of the logout endpoint. end-session.ts serves it, because the library would need a session of its own for
 * that.
 */
export const END_SESSION_PATH = '/oidc/session/end'

const ROUTES = {
  ...DEVICE_ROUTES,
  authorization: '/oidc/auth',
  introspection: '/oidc/token/introspection',
  jwks: '/oidc/jwks',
  revocation: '/oidc/token/revocation',
  token: '/oidc/token',
  userinfo: '/oidc/me',
}

/** The cookie with the ID of an authorization request. It is sent only to the page of the request. */
export const AUTHORIZATION_COOKIE = 'portal_authorization'

/**
 * The name of the library's session cookie, which is never sent: the site's own sessions are used instead
 * (site-sessions.ts).
 */
export const UNUSED_COOKIE = 'portal_openid'

function accessTokenTtl(token: AccessToken, client: Client | undefined): number {
  if (isGameToken(token)) return GAME_SESSION_TTL
  return client?.portal_access_token === 'jwt' ? JWT_TTL : OPAQUE_TTL
}

/**
 * Lists the keys, the signing ones first: the library signs with the first key of an algorithm, and some programs read
 * only the first.
 */
function jwksOf({ rsa, ed25519 }: ProviderKeys): object[] {
  const [rsaSigner, ...oldRsa] = rsa.map((key) => jwkOf(key, 'RS256'))
  const [ed25519Signer, ...oldEd25519] = ed25519.map((key) => jwkOf(key, 'EdDSA'))
  return [rsaSigner, ed25519Signer, ...oldRsa, ...oldEd25519].filter((key) => key !== undefined)
}

function jwkOf({ kid, privateKey }: SigningKey, alg: string): object {
  return { ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }
}

type OwnedToken = { clientId: string }

function isOwnToken(_: Context, client: Client, token: OwnedToken): boolean {
  return client.clientId === token.clientId
}

/** Whether a client may introspect a token. Only confidential clients may, and only tokens issued to them. */
function mayInspect(ctx: Context, client: Client, token: OwnedToken): boolean {
  return client.clientAuthMethod !== 'none' && isOwnToken(ctx, client, token)
}

/**
 * Restores the scope `offline_access`, which the library drops without `prompt=consent`: the site remembers the consent
 * instead.
 */
function restoreOfflineAccess({ oidc, query }: Context): void {
  const requested = String(query.scope ?? '').split(' ')
  const granted = (oidc.params.scope ?? '').split(' ')
  const isAllowed = oidc.client.scope.split(' ').includes('offline_access')
  if (!isAllowed || !requested.includes('offline_access')) return
  if (!granted.includes('offline_access')) {
    oidc.params.scope = [...granted, 'offline_access'].join(' ').trim()
  }
}

/**
 * Finds a player who may sign in to the client of the request; undefined for any other. The library also calls this for
 * codes, refreshes and userinfo.
 */
async function findAccount(app: Deps, ctx: Context, id: string): Promise<Account | undefined> {
  const found = await findUsablePlayer(app, id)
  if (!found || !maySignIn(found, ctx.oidc.client.portal_permission)) return undefined
  return {
    accountId: id,
    claims: () => claimsOf(app, found.player, found.permissions),
  }
}

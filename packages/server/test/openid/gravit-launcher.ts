import { createPublicKey, type JsonWebKeyInput, type KeyObject, verify } from 'node:crypto'
import type { Site } from '../support/site.ts'
import type { RelyingParty } from './relying-party.ts'

/** The block `openIDConfig` of LaunchServer.json that these requests need. */
export type OpenIdConfig = {
  authorizationEndpoint: string
  redirectUri: string
  scopes: string
  issuer: string
  extractorConfig: { usernameClaim: string; uuidClaim: string }
}

type TokenResponse = { access_token?: string; refresh_token?: string; expires_in?: number }

/**
 * Sends the requests of the `openid` core of GravitLauncher 5.6 and later, and checks the responses as
 * `OpenIDAuthenticator` does: it reads the JWKS once, sends neither PKCE nor a nonce, posts the secret in the body,
 * and verifies the access token, whose `azp` must be the client.
 */
export async function startGravitLauncher(
  site: Pick<Site, 'browser'>,
  { clientId, clientSecret }: RelyingParty,
  config: OpenIdConfig,
) {
  const keys = await readKeys(site)

  const requestToken = async (form: Record<string, string>) => {
    const reply = await site.browser().post('/oidc/token', new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    })
    const body: TokenResponse = reply.body
    return { ...body, player: createUserFromToken(body.access_token) }
  }

  const createUserFromToken = (token: string | undefined) => {
    if (token === undefined) throw new Error('Token is null')
    const [header = '', payload = '', signature = ''] = token.split('.')
    const key = keys.get(decode(header).kid)
    const bytes = Buffer.from(signature, 'base64url')
    if (!key || !verify('sha256', Buffer.from(`${header}.${payload}`), key, bytes)) {
      throw new Error('Bad token')
    }
    const claims = decode(payload)
    if (claims.iss !== config.issuer || claims.azp !== clientId) throw new Error('Bad token')
    const { usernameClaim, uuidClaim } = config.extractorConfig
    return { username: claims[usernameClaim], uuid: claims[uuidClaim] }
  }

  return {
    authorizationUrl: `${config.authorizationEndpoint}?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: config.redirectUri,
      scope: config.scopes,
      state: crypto.randomUUID(),
    })}`,

    authorize: (address: URL) =>
      requestToken({
        grant_type: 'authorization_code',
        code: address.searchParams.get('code') ?? '',
        redirect_uri: config.redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      }),

    refresh: (refreshToken: string) =>
      requestToken({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        client_secret: clientSecret,
      }),
  }
}

async function readKeys(site: Pick<Site, 'browser'>): Promise<Map<unknown, KeyObject>> {
  const { body } = await site.browser().get('/oidc/jwks')
  const keys: (JsonWebKeyInput['key'] & { kid: string })[] = body.keys
  return new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

import assert from 'node:assert/strict'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { agree, follow, newRelyingParty, REDIRECT_URI } from './relying-party.ts'

const SITE = new URL('http://localhost:8080')
const SCOPE = 'openid profile offline_access'

/** Sends the requests of a library to a test site. */
function fetchFrom(site: Site) {
  return async (
    url: string,
    request: { method?: string; headers?: Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const { body } = request
    const { statusCode, headers, rawPayload } = await site.server.inject({
      method: request.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      ...(request.headers && { headers: request.headers }),
      ...(body !== undefined && body !== null && { payload: String(body) }),
    })
    const fields = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    return new Response(new Uint8Array(rawPayload), {
      status: statusCode,
      headers: Object.fromEntries(fields),
    })
  }
}

sqliteTest('openid-client signs in, refreshes, reads claims and revokes', async (site) => {
  const { clientId, clientSecret } = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const config = await openid.discovery(SITE, clientId, clientSecret, undefined, {
    [openid.customFetch]: fetchFrom(site),
    execute: [openid.allowInsecureRequests],
  })
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()]
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  })

  const callback = await agree(steve, await follow(steve.browser, url.href))
  const tokens = await openid.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
  })
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  const player = await openid.fetchUserInfo(config, refreshed.access_token, steve.id)
  await openid.tokenRevocation(config, refreshed.refresh_token ?? '')
  const inspected = await openid.tokenIntrospection(config, refreshed.access_token)

  assert.equal(tokens.claims()?.preferred_username, 'Steve')
  assert.equal(player.preferred_username, 'Steve')
  assert.equal(inspected.active, false)
})

for (const idTokenAlg of ['RS256', 'EdDSA'] as const) {
  sqliteTest(`openid-client verifies an ID token signed with ${idTokenAlg}`, async (site) => {
    const details = { idTokenAlg, postLogoutRedirectUris: [REDIRECT_URI] }
    const { clientId, clientSecret } = await newRelyingParty(site, details)
    const steve = await site.player('Steve')
    const metadata = { client_secret: clientSecret, id_token_signed_response_alg: idTokenAlg }
    const config = await openid.discovery(SITE, clientId, metadata, undefined, {
      [openid.customFetch]: fetchFrom(site),
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    })
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: SCOPE,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })

    const callback = await agree(steve, await follow(steve.browser, url.href))
    const tokens = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier })
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    const { pathname, search } = openid.buildEndSessionUrl(config, {
      id_token_hint: refreshed.id_token ?? '',
      post_logout_redirect_uri: REDIRECT_URI,
    })
    const signedOut = await steve.browser.get(pathname + search)

    const [header = ''] = (tokens.id_token ?? '').split('.')
    assert.equal(JSON.parse(Buffer.from(header, 'base64url').toString()).alg, idTokenAlg)
    assert.equal(tokens.claims()?.sub, steve.id)
    assert.equal(signedOut.headers.location, REDIRECT_URI)
  })
}

sqliteTest('oauth4webapi verifies a JWT access token by the JWKS', async (site) => {
  const { clientId } = await newRelyingParty(site, { accessToken: 'jwt', public: true })
  const steve = await site.player('Steve')
  const options = { [oauth.customFetch]: fetchFrom(site), [oauth.allowInsecureRequests]: true }
  const server = await oauth.processDiscoveryResponse(
    SITE,
    await oauth.discoveryRequest(SITE, { ...options, algorithm: 'oauth2' }),
  )
  const client = { client_id: clientId }
  const verifier = oauth.generateRandomCodeVerifier()
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()

  const callback = await agree(steve, await follow(steve.browser, url.href))
  const parameters = oauth.validateAuthResponse(server, client, callback, oauth.expectNoState)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    REDIRECT_URI,
    verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response)
  const request = new Request('http://localhost:8080/api', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  const claims = await oauth.validateJwtAccessToken(server, request, clientId, options)

  assert.deepEqual([claims.sub, claims.client_id], [steve.id, clientId])
})

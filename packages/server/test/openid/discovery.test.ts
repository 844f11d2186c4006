import assert from 'node:assert/strict'
import { sqliteTest } from '../support/sqlite-test.ts'
import { authorizeUrl, newRelyingParty, post } from './relying-party.ts'

sqliteTest(
  'the OpenID and OAuth discovery documents contain only addresses below PUBLIC_URL',
  async (site) => {
    await newRelyingParty(site)
    const foreign = {
      host: 'evil.example.org',
      'x-forwarded-host': 'evil.example.org',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example.org',
    }

    const openid = await site.browser().get('/.well-known/openid-configuration', foreign)
    const oauth = await site.browser().get('/.well-known/oauth-authorization-server', foreign)

    assert.equal(openid.body.issuer, 'http://localhost:8080')
    assert.equal(openid.body.authorization_endpoint, 'http://localhost:8080/oidc/auth')
    assert.equal(openid.text.includes('evil'), false)
    assert.deepEqual(oauth.body, openid.body)
  },
)

sqliteTest('discovery offers the code flow with S256 and nothing weaker', async (site) => {
  await newRelyingParty(site)

  const { body } = await site.browser().get('/.well-known/openid-configuration')

  assert.deepEqual(body.response_types_supported, ['code'])
  assert.deepEqual(body.grant_types_supported, [
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:device_code',
  ])
  assert.deepEqual(body.code_challenge_methods_supported, ['S256'])
  assert.deepEqual(body.id_token_signing_alg_values_supported, ['RS256', 'EdDSA'])
  assert.deepEqual(body.acr_values_supported, ['sfa', 'mfa'])
  assert.deepEqual(
    [body.pushed_authorization_request_endpoint, body.dpop_signing_alg_values_supported],
    [undefined, undefined],
  )
  assert.equal(body.authorization_response_iss_parameter_supported, true)
})

sqliteTest('the RSA key is first in the JWKS, which contains no private part', async (site) => {
  await newRelyingParty(site)

  const { body } = await site.browser().get('/oidc/jwks')

  assert.deepEqual(
    body.keys.map(({ alg, use }: { alg: string; use: string }) => [alg, use]),
    [
      ['RS256', 'sig'],
      ['EdDSA', 'sig'],
    ],
  )
  assert.equal(
    body.keys.some((key: object) => 'd' in key || 'p' in key),
    false,
  )
})

sqliteTest('redirects stay on PUBLIC_URL despite a foreign Host header', async (site) => {
  const client = await newRelyingParty(site)

  const { headers, status } = await site
    .browser()
    .get(authorizeUrl(client), { host: 'evil.example.org', 'x-forwarded-host': 'evil.example.org' })

  assert.equal(status, 303)
  assert.match(String(headers.location), /^\/authorize\/[\w-]{43}$/)
})

sqliteTest('implicit and password grants are refused', async (site) => {
  const client = await newRelyingParty(site)

  const implicit = await site.browser().get(authorizeUrl(client, { response_type: 'token' }))
  const password = await post(site, '/oidc/token', {
    grant_type: 'password',
    username: 'Steve',
    password: 'x',
    client_id: client.clientId,
    client_secret: client.clientSecret,
  })

  assert.match(String(implicit.headers.location), /error=unsupported_response_type/)
  assert.equal(password.body.error, 'unsupported_grant_type')
})

sqliteTest('warnings of the OpenID library are written to the log', async (site) => {
  await newRelyingParty(site)
  await site.browser().get('/oidc/jwks')

  console.warn('oidc-provider WARNING: a message of the library')

  assert.equal(site.logLines.filter((line) => line.includes('a message of the library')).length, 1)
})

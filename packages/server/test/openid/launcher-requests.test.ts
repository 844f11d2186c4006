import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { openGame, told } from '../integrations/yggdrasil/game-player.ts'
import { bearer, type Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { allowLauncher, CONNECT, startGame } from './launcher.ts'
import { agree, follow, VERIFIER } from './relying-party.ts'

const PUBLIC_URL = 'https://play.example.org'

/** The options of the test sites. Their address is https, because launchers accept nothing else. */
const OPTIONS = { env: { PUBLIC_URL }, settings: CONNECT }

/** Requests the metadata that launchers read before a sign-in. */
async function discover(site: Site) {
  const { meta } = (await openGame(site).ask('')).body
  const url = new URL(meta['feature.openid_configuration_url'])
  const { body } = await site.browser().get(url.pathname)
  return { meta, config: body }
}

/** Posts a form with exactly the bytes that a launcher writes. */
function send(site: Site, url: string, body: string): Promise<Reply> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  return site.browser().post(new URL(url).pathname, body, headers)
}

function userinfo(site: Site, url: string, accessToken: string): Promise<Reply> {
  return site.browser().get(new URL(url).pathname, bearer(accessToken))
}

/** Checks an ID token like SJMCL: with the first key, as RS256, for the client ID. @returns its claims */
function readIdToken(token: string, jwks: { keys: { kty: string; n: string; e: string }[] }) {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { n = '', e = '' } = jwks.keys[0] ?? {}
  const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  assert.equal(JSON.parse(Buffer.from(header, 'base64url').toString()).alg, 'RS256')
  assert.ok(verify('sha256', Buffer.from(`${header}.${payload}`), key, bytes))
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

sqliteTest(
  'SJMCL signs in, validates and refreshes',
  async (site) => {
    const steve = await site.player('Steve')
    const { config } = await discover(site)
    const id = config.shared_client_id
    const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
    const scope = 'openid offline_access Yggdrasil.PlayerProfiles.Select Yggdrasil.Server.Join'
    const jwks = (await site.browser().get(new URL(config.jwks_uri).pathname)).body

    const codes = await send(
      site,
      config.device_authorization_endpoint,
      form({ client_id: id, scope }),
    )
    const poll = () =>
      send(
        site,
        config.token_endpoint,
        form({
          client_id: id,
          device_code: codes.body.device_code,
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        }),
      )
    const early = await poll()
    await allowLauncher(steve, codes.body.user_code)
    const tokens = (await poll()).body
    const { selectedProfile, aud } = readIdToken(tokens.id_token, jwks)
    const validated = await openGame(site).validate({ accessToken: tokens.access_token })
    const refreshed = await send(
      site,
      config.token_endpoint,
      form({ client_id: id, refresh_token: tokens.refresh_token, grant_type: 'refresh_token' }),
    )

    assert.equal(codes.body.verification_uri_complete.startsWith(`${PUBLIC_URL}/device?`), true)
    assert.deepEqual([early.status, early.body.error], [400, 'authorization_pending'])
    assert.equal(aud, id)
    assert.deepEqual(
      [selectedProfile.id, selectedProfile.name],
      [steve.id.replaceAll('-', ''), 'Steve'],
    )
    assert.equal(told(validated), '204')
    assert.equal(refreshed.status, 200, refreshed.text)
    assert.equal(readIdToken(refreshed.body.id_token, jwks).selectedProfile.name, 'Steve')
    assert.ok(refreshed.body.refresh_token)
  },
  OPTIONS,
)

sqliteTest(
  'FluentLauncher signs in, and refreshes without its client ID',
  async (site) => {
    const steve = await site.player('Steve')
    const { meta, config } = await discover(site)
    const id = config.shared_client_id

    const codes = await send(
      site,
      config.device_authorization_endpoint,
      `client_id=${id}&scope=openid%20offline_access%20Yggdrasil.PlayerProfiles.Select%20Yggdrasil.Server.Join`,
    )
    await allowLauncher(steve, codes.body.user_code)
    const tokens = await send(
      site,
      config.token_endpoint,
      `grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=${id}&device_code=${codes.body.device_code}`,
    )
    const player = await userinfo(site, config.userinfo_endpoint, tokens.body.access_token)
    const refreshed = await send(
      site,
      config.token_endpoint,
      `&grant_type=refresh_token&refresh_token=${tokens.body.refresh_token}`,
    )
    const joined = await startGame(site, refreshed.body.access_token, steve.id).join('a-server')

    assert.equal(meta['feature.no_email_login'], true)
    assert.deepEqual([codes.body.interval, codes.body.expires_in], [5, 600])
    assert.equal(player.body.selectedProfile.name, 'Steve')
    assert.equal(player.body.selectedProfile.id, steve.id.replaceAll('-', ''))
    assert.equal(refreshed.status, 200, refreshed.text)
    assert.equal(tokens.body.expires_in, 14 * 24 * 60 * 60)
    assert.equal(told(joined), '204')
  },
  OPTIONS,
)

sqliteTest(
  'PCL CE signs in by the code flow with PKCE and a port of its own',
  async (site) => {
    const steve = await site.player('Steve')
    const config = (await site.browser().get('/.well-known/openid-configuration')).body
    const required = ['openid', 'Yggdrasil.PlayerProfiles.Select', 'Yggdrasil.Server.Join']
    const id = config.shared_client_id
    const redirect = 'http://127.0.0.1:29992/auth/callback'
    const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
    const query = [
      'response_type=code',
      `scope=${encodeURIComponent(`${required.join(' ')} offline_access`)}`,
      `redirect_uri=${encodeURIComponent(redirect)}`,
      `client_id=${id}`,
      'state=a-state',
      `code_challenge=${challenge}`,
      'code_challenge_method=S256',
    ].join('&')
    const url = `/oidc/auth?${query}`

    const first = (await agree(steve, await follow(steve.browser, url))).href
    const page = await follow(steve.browser, url)
    const shown = await steve.browser.get(`${page.pathname}/request`)
    const second = await agree(steve, page)
    const code = second.searchParams.get('code') ?? ''
    const form = {
      code_verifier: VERIFIER,
      client_id: id,
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
    }
    const tokens = await send(site, config.token_endpoint, new URLSearchParams(form).toString())
    const validated = await openGame(site).validate({ accessToken: tokens.body.access_token })

    assert.ok(required.every((scope) => config.scopes_supported.includes(scope)))
    assert.ok(first.startsWith(`${redirect}?code=`))
    assert.equal(shown.body.step, 'consent') // again: any program can use this client
    assert.equal(tokens.status, 200, tokens.text)
    assert.ok(tokens.body.refresh_token)
    assert.equal(told(validated), '204')
  },
  { settings: CONNECT },
)

sqliteTest(
  'a player signs in with the requests of XMCL',
  async (site) => {
    const steve = await site.player('Steve')
    const { config } = await discover(site)
    const id = config.shared_client_id
    const jwks = (await site.browser().get(new URL(config.jwks_uri).pathname)).body
    const scope =
      'Yggdrasil.Server.Join Yggdrasil.PlayerProfiles.Select openid offline_access profile'

    const codes = await send(
      site,
      config.device_authorization_endpoint,
      new URLSearchParams({ scope, client_id: id }).toString(),
    )
    await allowLauncher(steve, codes.body.user_code)
    const form = {
      scope,
      client_id: id,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: codes.body.device_code,
      'client-request-id': '5e3ce6c0-2b1f-4285-8d4b-75ee78787346',
      client_info: '1',
      'x-client-SKU': 'msal.js.node',
    }
    const tokens = await send(site, config.token_endpoint, new URLSearchParams(form).toString())

    assert.equal(tokens.status, 200, tokens.text)
    const { selectedProfile } = readIdToken(tokens.body.id_token, jwks)
    const [textures] = selectedProfile.properties
    const { profileName } = JSON.parse(Buffer.from(textures.value, 'base64').toString())
    assert.deepEqual([textures.name, profileName], ['textures', 'Steve'])
  },
  OPTIONS,
)

sqliteTest(
  'a launcher receives codes only on the player’s own machine',
  async (site) => {
    const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
    const reply = async (redirect: string) => {
      const query = new URLSearchParams({
        response_type: 'code',
        scope: 'openid Yggdrasil.PlayerProfiles.Select',
        client_id: 'launchers',
        redirect_uri: redirect,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return (await site.browser().get(`/oidc/auth?${query}`)).status
    }
    const good = ['http://127.0.0.1:1/', 'http://[::1]:65535/a/path?x=1', 'http://127.0.0.1/']
    const wrong = [
      'https://127.0.0.1:5000/',
      'http://localhost:5000/',
      'http://127.0.0.1.example.org/',
      'http://127.0.0.1@example.org/',
      'http://user@127.0.0.1/',
      'http://127.0.0.1:5000/#part',
      'http://127.0.0.1:99999/',
      'http://127.0.0.2/',
      'http://127.0.0.1\\.example.org/',
      'http://example.org/?http://127.0.0.1/',
    ]

    assert.deepEqual(
      await Promise.all(good.map(reply)),
      good.map(() => 303),
    )
    assert.deepEqual(
      await Promise.all(wrong.map(reply)),
      wrong.map(() => 400),
    )
  },
  { settings: CONNECT },
)

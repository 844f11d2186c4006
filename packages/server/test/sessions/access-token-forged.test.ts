import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, SignJWT, UnsecuredJWT } from 'jose'
import { type Reply, tally } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { type Forgery, forge, me, siteKey } from './forge-token.ts'

sqliteTest('a text that is not an access token of this site is refused', async (site) => {
  const steve = await site.player('Steve')
  const [header = '', payload = '', signature = ''] = steve.accessToken.split('.')
  const texts = {
    garbage: 'garbage',
    'three dots': '...',
    'no JSON': `${header}.!!!.${signature}`,
    'null as header': `${encode(null)}.${payload}.${signature}`,
    'a refresh token': steve.refreshToken,
    'no signature': `${header}.${payload}.`,
    'half a token': `${header}.${payload}`,
    'another signature': `${header}.${payload}.${'A'.repeat(86)}`,
    'a very long text': 'x'.repeat(8000),
  }

  const replies = await Promise.all(Object.values(texts).map((token) => me(site, token)))

  assertAllRefused(Object.keys(texts), replies)
})

sqliteTest('changing the claims of a token invalidates its signature', async (site) => {
  const steve = await site.player('Steve')
  const alex = await site.player('Alex')
  const [header, , signature] = steve.accessToken.split('.')
  const claims = decodeJwt(steve.accessToken)
  const tampered = [
    { ...claims, sub: alex.id },
    { ...claims, exp: (claims.exp ?? 0) + 3600 },
  ].map((payload) => `${header}.${encode(payload)}.${signature}`)

  const before = await me(site, steve.accessToken)
  const replies = await Promise.all(tampered.map((token) => me(site, token)))
  const swapped = await me(site, [header, alex.accessToken.split('.')[1], signature].join('.'))

  assert.equal(before.status, 200)
  assertAllRefused(['sub', 'exp', 'payload'], [...replies, swapped])
})

sqliteTest(
  'a token that names another algorithm is refused, such as none or HS256',
  async (site) => {
    const steve = await site.player('Steve')
    const { publicKey } = await siteKey(site)
    const secrets = {
      raw: Buffer.from(String((await exportJWK(publicKey)).x), 'base64url'),
      spki: publicKey.export({ format: 'der', type: 'spki' }),
      pem: Buffer.from(publicKey.export({ format: 'pem', type: 'spki' })),
      jwk: Buffer.from(JSON.stringify(await exportJWK(publicKey))),
      x: Buffer.from(String((await exportJWK(publicKey)).x)),
    }
    const { alg: _alg, ...header } = decodeProtectedHeader(steve.accessToken)
    const claims = decodeJwt(steve.accessToken)

    const names = [...Object.keys(secrets), 'none', 'None', 'unsecured', 'EdDSA unsigned']
    const tokens = await Promise.all(
      Object.values(secrets).map((secret) =>
        new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret),
      ),
    )
    tokens.push(`${encode({ ...header, alg: 'none' })}.${encode(claims)}.`)
    tokens.push(`${encode({ ...header, alg: 'None' })}.${encode(claims)}.`)
    tokens.push(new UnsecuredJWT(claims).encode())
    tokens.push(`${encode({ ...header, alg: 'EdDSA' })}.${encode(claims)}.`)
    const replies = await Promise.all(tokens.map((token) => me(site, token)))

    assertAllRefused(names, replies)
  },
)

sqliteTest('a key or key URL in the header of a token is not used', async (site) => {
  const steve = await site.player('Steve')
  const own = generateKeyPairSync('ed25519')
  const jwk = await exportJWK(own.publicKey)
  const { kid } = decodeProtectedHeader(steve.accessToken)
  const url = 'https://attacker.example/keys'
  const headers = {
    'own key under the known kid': { kid },
    jwk: { kid, jwk },
    'jwk without kid': { kid: undefined, jwk },
    jku: { kid, jku: url },
    x5u: { kid, x5u: url },
    x5c: { kid, x5c: [jwk.x] },
    'unknown kid': { kid: 'AAAAAAAA' },
    'kid of a path': { kid: '../../dev/null' },
    'kid that is no text': { kid: 5 },
    'kid of a prototype': { kid: '__proto__' },
  }

  const tokens = await Promise.all(
    Object.values(headers).map((header) => forge(site, steve.accessToken, { header, key: own })),
  )
  const replies = await Promise.all(tokens.map((token) => me(site, token)))

  assertAllRefused(Object.keys(headers), replies)
})

sqliteTest(
  'a validly signed token must have exactly the expected header and claims',
  async (site) => {
    const steve = await site.player('Steve')
    const { exp = 0 } = decodeJwt(steve.accessToken)
    const forgeries: Record<string, Forgery> = {
      'typ JWT': { header: { typ: 'JWT' } },
      'no typ': { header: { typ: undefined } },
      'no kid': { header: { kid: undefined } },
      'unknown kid': { header: { kid: 'AAAAAAAA' } },
      jku: { header: { jku: 'https://attacker.example/keys' } },
      x5u: { header: { x5u: 'https://attacker.example/keys' } },
      jwk: { header: { jwk: await exportJWK((await siteKey(site)).publicKey) } },
      'another site': { claims: { iss: 'https://attacker.example' } },
      'no site': { claims: { iss: undefined } },
      'no player': { claims: { sub: undefined } },
      'no session': { claims: { sid: undefined } },
      'a session that is no text': { claims: { sid: 5 } },
      'no beginning': { claims: { iat: undefined } },
      'no end': { claims: { exp: undefined } },
      'no name': { claims: { jti: undefined } },
      'an end that is now': { claims: { exp: exp - 300 } },
      'an end that is past': { claims: { exp: exp - 301 } },
      'a beginning to come': { claims: { nbf: exp - 299 } },
    }

    const good = await me(site, await forge(site, steve.accessToken))
    const tokens = await Promise.all(
      Object.values(forgeries).map((forgery) => forge(site, steve.accessToken, forgery)),
    )
    const replies = await Promise.all(tokens.map((token) => me(site, token)))

    assert.deepEqual([good.status, good.body.user.username], [200, 'Steve'])
    assertAllRefused(Object.keys(forgeries), replies)
  },
  { env: { JWT_EXPIRES: '5m' } },
)

sqliteTest('a token with the same content in another encoding is refused', async (site) => {
  const steve = await site.player('Steve')
  const { privateKey } = await siteKey(site)
  const { alg, typ, kid } = decodeProtectedHeader(steve.accessToken)
  const claims = decodeJwt(steve.accessToken)
  const signed = (header: string, payload: object): string => {
    const text = `${Buffer.from(header).toString('base64url')}.${encode(payload)}`
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
  }
  const usual = JSON.stringify({ alg, typ, kid })
  const last = steve.accessToken.slice(-1)
  const texts = {
    'another order': signed(JSON.stringify({ kid, typ, alg }), claims),
    'a space': signed(` ${usual}`, claims),
    'a field twice': signed(`${usual.slice(0, -1)},"alg":"EdDSA"}`, claims),
    'one claim more': signed(usual, { ...claims, admin: true }),
    'a list of claims': signed(usual, [claims]),
    'a padded signature': `${steve.accessToken}==`,
    'the same bytes': steve.accessToken.slice(0, -1) + BASE64URL[BASE64URL.indexOf(last) + 1],
    'a fourth part': `${steve.accessToken}.`,
  }

  const good = await me(site, signed(usual, claims))
  const replies = await Promise.all(Object.values(texts).map((token) => me(site, token)))

  assert.equal(good.status, 200)
  assertAllRefused(Object.keys(texts), replies)
})

sqliteTest('an access token is not accepted as a refresh token', async (site) => {
  const steve = await site.player('Steve')

  const reply = await site.browser().post('/auth/refresh', { refresh_token: steve.accessToken })
  const good = await site.browser().post('/auth/refresh', { refresh_token: steve.refreshToken })

  assert.deepEqual(
    [reply.status, reply.body, reply.headers['www-authenticate']],
    [
      401,
      {
        error: 'auth.sessionexpired',
        message: 'Your session has ended. Please sign in again.',
      },
      'Bearer realm="portal"',
    ],
  )
  assert.equal(good.status, 200)
})

sqliteTest('a refresh token with any changed character is refused', async (site) => {
  const steve = await site.player('Steve')
  const changed = Array.from({ length: 80 }, (_, place) => {
    const letter = steve.refreshToken[place] === 'A' ? 'B' : 'A'
    return steve.refreshToken.slice(0, place) + letter + steve.refreshToken.slice(place + 1)
  })

  const replies = await Promise.all(
    [...changed, '', 'x', `${steve.refreshToken}A`, `${steve.refreshToken}=`].map((token) =>
      site.browser().post('/auth/refresh', { refresh_token: token }),
    ),
  )
  const good = await site.browser().post('/auth/refresh', { refresh_token: steve.refreshToken })

  assert.deepEqual(tally(replies), { '401 auth.sessionexpired': 84 })
  assert.equal(good.status, 200)
})

/**
 * The alphabet of base64url. The last character of a signature carries only two bits, so the next character of the
 * alphabet decodes to the same bytes.
 */
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Checks that each reply is a 401 with the error `invalid_token` (RFC 6750, section 3). */
function assertAllRefused(names: readonly string[], replies: readonly Reply[]): void {
  assert.deepEqual(
    replies.map((reply, n) => [names[n], reply.status, reply.body, challenge(reply)]),
    names.map((name) => [
      name,
      401,
      { error: 'auth.unauthorized', message: 'Please sign in.' },
      'Bearer realm="portal", error="invalid_token"',
    ]),
  )
}

function challenge({ headers }: Reply): unknown {
  return headers['www-authenticate']
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

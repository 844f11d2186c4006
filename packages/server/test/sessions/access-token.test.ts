import assert from 'node:assert/strict'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { bearer, outcome, tally } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { forge, me } from './forge-token.ts'

sqliteTest(
  'an access token contains issuer, player, session and expiry',
  async (site) => {
    const steve = await site.player('Steve')
    site.wait(1500)

    const { body } = await steve.browser.refresh()

    const list = await steve.browser.post('/auth/sessions/me', undefined, bearer(body.accessToken))
    const [key] = (await steve.browser.get('/.well-known/jwks.json')).body.keys
    const issuedAt = Date.UTC(2030, 0, 1, 12, 0, 1) / SECOND
    const { jti, ...claims } = decodeJwt(body.accessToken)
    assert.deepEqual(decodeProtectedHeader(body.accessToken), {
      alg: 'EdDSA',
      typ: 'at+jwt',
      kid: key.kid,
    })
    assert.deepEqual(claims, {
      iss: 'http://localhost:8080',
      sub: steve.id,
      sid: list.body.current.id,
      iat: issuedAt,
      exp: issuedAt + 300,
    })
    assert.match(jti ?? '', /^[A-Za-z0-9_-]{22}$/)
    assert.notEqual(jti, decodeJwt(steve.accessToken).jti)
  },
  { env: { JWT_EXPIRES: '5m' } },
)

sqliteTest(
  'the lifetime and issuer of an access token are configurable',
  async (site) => {
    const steve = await site.player('Steve')

    const { iss, iat = 0, exp } = decodeJwt(steve.accessToken)
    site.wait(90 * SECOND - 1)
    const last = await me(site, steve.accessToken)
    site.wait(1)
    const over = await me(site, steve.accessToken)

    assert.deepEqual([iss, exp], ['https://portal.example', iat + 90])
    assert.deepEqual([last, over].map(outcome), ['200', '401 auth.unauthorized'])
  },
  { env: { JWT_EXPIRES: '90s', PUBLIC_URL: 'https://portal.example/' } },
)

sqliteTest('an access token can be verified with the published keys', async (site) => {
  const steve = await site.player('Steve')

  const { status, body } = await site.browser().get('/.well-known/jwks.json')

  assert.equal(status, 200)
  assert.deepEqual(
    body.keys.map(({ x, kid, ...rest }: { x: string; kid: string }) => [
      Buffer.from(x, 'base64url').length,
      kid === decodeProtectedHeader(steve.accessToken).kid,
      rest,
    ]),
    [[32, true, { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' }]],
  )
  const { payload } = await jwtVerify(steve.accessToken, createLocalJWKSet(body), {
    issuer: 'http://localhost:8080',
    typ: 'at+jwt',
    currentDate: new Date(site.now()),
  })
  assert.equal(payload.sub, steve.id)
})

sqliteTest('after a key rotation, tokens of both keys can be verified', async (site) => {
  const steve = await site.player('Steve')
  await site.app.keys.rotate()
  const renewed = await steve.browser.refresh()

  const { body } = await site.browser().get('/.well-known/jwks.json')

  const tokens = [steve.accessToken, renewed.body.accessToken]
  assert.deepEqual(
    body.keys.map(({ kid }: { kid: string }) => kid).sort(),
    tokens.map((token) => decodeProtectedHeader(token).kid).sort(),
  )
  const set = createLocalJWKSet(body)
  for (const token of tokens) await jwtVerify(token, set, { currentDate: new Date(site.now()) })
  assert.deepEqual(tally(await Promise.all(tokens.map((token) => me(site, token)))), { 200: 2 })
})

sqliteTest(
  'an access token expires exactly at its exp',
  async (site) => {
    const steve = await site.player('Steve')

    site.wait(5 * MINUTE - 1)
    const last = await me(site, steve.accessToken)
    site.wait(1)
    const over = await me(site, steve.accessToken)
    const never = await me(site, await forge(site, steve.accessToken))

    assert.deepEqual([last, over, never].map(outcome), [
      '200',
      '401 auth.unauthorized',
      '401 auth.unauthorized',
    ])
  },
  { env: { JWT_EXPIRES: '5m' } },
)

sqliteTest('a request without an access token gets 401 with a Bearer challenge', async (site) => {
  const steve = await site.player('Steve')
  const schemes = ['', 'Bearer', 'Bearer ', 'Basic c3RldmU6eA==', `Api-Key ${steve.accessToken}`]

  const none = await steve.browser.get('/auth/me')
  const russian = await steve.browser.get('/auth/me', { 'accept-language': 'ru' })
  const others = await Promise.all(
    schemes.map((authorization) => site.browser().get('/auth/me', { authorization })),
  )

  assert.deepEqual(
    [none.status, none.body, none.headers['www-authenticate']],
    [401, { error: 'auth.unauthorized', message: 'Please sign in.' }, 'Bearer realm="portal"'],
  )
  assert.equal(russian.body.message, 'Войдите в аккаунт.')
  assert.deepEqual(tally(others), { '401 auth.unauthorized': 5 })
  for (const { headers } of others) {
    assert.match(String(headers['www-authenticate']), /^Bearer realm="portal"/)
  }
})

sqliteTest('the Bearer scheme of a token is accepted in any letter case', async (site) => {
  const steve = await site.player('Steve')

  const reply = await site
    .browser()
    .get('/auth/me', { authorization: `bEARER ${steve.accessToken}` })

  assert.equal(reply.status, 200)
})

import assert from 'node:assert/strict'
import { authenticationContext } from '../../src/openid/authentication-context.ts'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { enableTwoFactor } from '../sign-in/sign-in-surfaces.ts'
import { bearer } from '../support/browser.ts'
import { PASSWORD } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import {
  agree,
  authorize,
  authorizeUrl,
  exchange,
  follow,
  newRelyingParty,
} from './relying-party.ts'

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

sqliteTest('an ID token contains when and how a player signed in', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  const totp = await enableTwoFactor(site, steve)
  const browser = site.browser()
  const signIn = await browser.post('/auth/login', {
    username_or_email: 'Steve',
    password: PASSWORD,
    totp: totp(),
  })
  const signedInAt = Math.floor(site.now() / SECOND)
  site.wait(5 * MINUTE)
  const player = { browser, accessToken: signIn.body.accessToken }

  const code = (await authorize(player, client, { nonce: 'once' })).get('code') ?? ''
  const claims = claimsOf((await exchange(site, client, code)).body.id_token)

  assert.deepEqual(
    [claims.sub, claims.aud, claims.iss, claims.nonce],
    [steve.id, client.clientId, 'http://localhost:8080', 'once'],
  )
  assert.equal(claims.auth_time, signedInAt)
  assert.deepEqual([claims.acr, claims.amr], ['mfa', ['pwd', 'otp', 'mfa']])
})

sqliteTest('acr and amr show how the player signed in', async () => {
  const of = (signedInWith: Parameters<typeof authenticationContext>[0]['signedInWith']) =>
    authenticationContext({ signedInWith, secondFactor: null })

  assert.deepEqual(of('password'), { acr: 'sfa', amr: ['pwd'] })
  assert.deepEqual(of('launcher-password'), { acr: 'sfa', amr: ['pwd'] })
  assert.deepEqual(of('identity'), { acr: 'sfa', amr: ['fed'] })
  assert.deepEqual(of(null), { acr: 'sfa', amr: [] })
  assert.deepEqual(authenticationContext({ signedInWith: 'passkey', secondFactor: 'passkey' }), {
    acr: 'mfa',
    amr: ['pop', 'mfa'],
  })
})

sqliteTest('a client can require that a sign-in is not older than max_age', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  site.wait(2 * MINUTE)

  const young = await follow(steve.browser, authorizeUrl(client, { max_age: '300' }))
  const old = await follow(steve.browser, authorizeUrl(client, { max_age: '60' }))
  const silent = await follow(
    steve.browser,
    authorizeUrl(client, { max_age: '60', prompt: 'none' }),
  )
  const shown = await steve.browser.get(`${old.pathname}/request`)
  const early = await steve.browser.post(
    `${old.pathname}/request`,
    undefined,
    bearer(steve.accessToken),
  )
  const proof = await steve.browser.post(
    '/auth/prove',
    { password: PASSWORD },
    bearer(steve.accessToken),
  )
  const end = await agree(steve, old)
  const { body } = await exchange(site, client, end.searchParams.get('code') ?? '')

  assert.ok(young.searchParams.get('code'))
  assert.equal(silent.searchParams.get('error'), 'login_required')
  assert.equal(shown.body.step, 'reauthenticate')
  assert.deepEqual([early.status, early.body.error], [403, 'auth.proofrequired'])
  assert.ok(proof.status < 300, proof.text)
  assert.equal(claimsOf(body.id_token).auth_time, Math.floor(site.now() / SECOND))
})

sqliteTest('prompt=login makes a signed-in player enter the password again', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  site.wait(SECOND)

  const page = await follow(steve.browser, authorizeUrl(client, { prompt: 'login' }))
  const early = await steve.browser.post(
    `${page.pathname}/request`,
    undefined,
    bearer(steve.accessToken),
  )
  await steve.browser.post('/auth/prove', { password: PASSWORD }, bearer(steve.accessToken))
  const end = await agree(steve, page)

  assert.equal(early.body.error, 'auth.proofrequired')
  assert.ok(end.searchParams.get('code'))
})

sqliteTest('acr_values=mfa refuses a player without a second factor', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  const page = await follow(steve.browser, authorizeUrl(client, { acr_values: 'mfa' }))
  const before = await steve.browser.post(
    `${page.pathname}/request`,
    undefined,
    bearer(steve.accessToken),
  )
  await enableTwoFactor(site, steve)

  const end = await agree(steve, page)
  const { body } = await exchange(site, client, end.searchParams.get('code') ?? '')
  const either = await follow(steve.browser, authorizeUrl(client, { acr_values: 'mfa sfa' }))

  assert.equal(before.body.error, 'auth.2farequired')
  assert.equal(claimsOf(body.id_token).acr, 'mfa')
  assert.ok(either.searchParams.get('code'))
})

import assert from 'node:assert/strict'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import {
  agree,
  authorize,
  authorizeUrl,
  exchange,
  follow,
  newRelyingParty,
  post,
  REDIRECT_URI,
  userinfo,
} from './relying-party.ts'

sqliteTest('a player signs in to a client by the code flow with PKCE', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')

  const callback = await authorize(steve, client)
  const tokens = await exchange(site, client, callback.get('code') ?? '')
  const player = await userinfo(site, tokens.body.access_token)

  assert.equal(callback.get('state'), 'a-state')
  assert.equal(callback.get('iss'), 'http://localhost:8080')
  assert.equal(tokens.status, 200, tokens.text)
  assert.equal(player.status, 200)
  assert.deepEqual(
    [player.body.sub, player.body.preferred_username, player.body.email],
    [steve.id, 'Steve', undefined],
  )
})

sqliteTest('the provider returns 404 while the site has no client', async (site) => {
  const paths = ['/.well-known/openid-configuration', '/oidc/jwks', '/oidc/auth?client_id=a']

  const replies = await Promise.all(paths.map((path) => site.browser().get(path)))

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.error]),
    paths.map(() => [404, 'request.notfound']),
  )
})

siteTest('only one of 50 concurrent exchanges of one code succeeds', async (site) => {
  const client = await newRelyingParty(site)
  const code = (await authorize(await site.player('Steve'), client)).get('code') ?? ''

  const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(site, client, code)))

  const statuses = replies.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1)
  assert.ok(replies.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'))
})

sqliteTest('using a code a second time ends the tokens that were issued for it', async (site) => {
  const client = await newRelyingParty(site)
  const code = (await authorize(await site.player('Steve'), client)).get('code') ?? ''
  const { body } = await exchange(site, client, code)

  const again = await exchange(site, client, code)
  const after = await userinfo(site, body.access_token)

  assert.deepEqual([again.status, again.body.error, after.status], [400, 'invalid_grant', 401])
})

sqliteTest('a player consents only once to the same client and scopes', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const first = await follow(steve.browser, authorizeUrl(client))
  await agree(steve, first)

  const second = await follow(steve.browser, authorizeUrl(client))
  const more = await follow(steve.browser, authorizeUrl(client, { scope: 'openid email' }))
  const shown = await steve.browser.get(`${more.pathname}/request`)

  assert.match(first.pathname, /^\/authorize\//)
  assert.equal(second.origin + second.pathname, REDIRECT_URI)
  assert.match(more.pathname, /^\/authorize\//)
  assert.deepEqual(shown.body.scopes, ['openid', 'email'])
  assert.equal(shown.body.step, 'consent')
  assert.deepEqual([shown.body.client.name, shown.body.client.host], ['Forum', 'forum.example.org'])
})

sqliteTest('a player signs in to a trusted client without consent', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')

  const at = await follow(steve.browser, authorizeUrl(client, { prompt: 'consent' }))

  assert.ok(at.searchParams.get('code'))
})

sqliteTest('a player who declines returns to the client with access_denied', async (site) => {
  const client = await newRelyingParty(site)
  const { browser } = await site.player('Steve')
  const page = await follow(browser, authorizeUrl(client))

  const { body } = await browser.delete(`${page.pathname}/request`)
  const end = await follow(browser, body.redirectTo)

  assert.equal(end.searchParams.get('error'), 'access_denied')
  assert.equal(end.searchParams.get('state'), 'a-state')
})

sqliteTest(
  'a visitor signs in on the authorization page and continues to the client',
  async (site) => {
    const client = await newRelyingParty(site)
    await site.player('Steve')
    const browser = site.browser()
    const page = await follow(browser, authorizeUrl(client))
    const before = await browser.get(`${page.pathname}/request`)

    const { body } = await browser.logIn('Steve', PASSWORD)
    const end = await agree({ browser, accessToken: body.accessToken }, page)

    assert.equal(before.body.step, 'sign-in')
    assert.ok(end.searchParams.get('code'))
  },
)

sqliteTest(
  'an authorization request can be accepted only in the browser that began it',
  async (site) => {
    const client = await newRelyingParty(site)
    const attacker = await site.player('Alex')
    const victim = await site.player('Steve')
    const page = await follow(attacker.browser, authorizeUrl(client))

    const shown = await victim.browser.get(`${page.pathname}/request`)
    const answer = agree(victim, page)

    assert.deepEqual([shown.status, shown.body.error], [404, 'openid.requestexpired'])
    await assert.rejects(answer, /openid\.requestexpired/)
  },
)

sqliteTest('a code cannot be exchanged without its PKCE verifier', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = async () => (await authorize(steve, client)).get('code') ?? ''
  const other = 'another-code-verifier-of-the-tests-0123456789'

  const wrong = await exchange(site, client, await code(), { code_verifier: other })
  const missing = await post(site, '/oidc/token', {
    grant_type: 'authorization_code',
    code: await code(),
    redirect_uri: REDIRECT_URI,
    client_id: client.clientId,
    client_secret: client.clientSecret,
  })
  const unprotected = await follow(
    steve.browser,
    authorizeUrl(client, { code_challenge: '', code_challenge_method: '' }),
  )
  const plain = await follow(
    steve.browser,
    authorizeUrl(client, { code_challenge_method: 'plain' }),
  )

  assert.deepEqual([wrong.body.error, missing.body.error], ['invalid_grant', 'invalid_grant'])
  assert.equal(unprotected.searchParams.get('error'), 'invalid_request')
  assert.equal(plain.searchParams.get('error'), 'invalid_request')
})

sqliteTest('a code cannot be exchanged by another client or for another address', async (site) => {
  const client = await newRelyingParty(site)
  const other = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = async () => (await authorize(steve, client)).get('code') ?? ''

  const stolen = await exchange(site, other, await code())
  const moved = await exchange(site, client, await code(), { redirect_uri: `${REDIRECT_URI}/` })

  assert.deepEqual([stolen.body.error, moved.body.error], ['invalid_grant', 'invalid_grant'])
})

sqliteTest('a client that does not support PKCE signs players in without it', async (site) => {
  const client = await newRelyingParty(site, { pkce: false })
  const steve = await site.player('Steve')
  const query = { code_challenge: '', code_challenge_method: '' }

  const page = await follow(steve.browser, authorizeUrl(client, query))
  const end = await agree(steve, page)
  const tokens = await post(site, '/oidc/token', {
    grant_type: 'authorization_code',
    code: end.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    client_id: client.clientId,
    client_secret: client.clientSecret,
  })

  assert.equal(tokens.status, 200, tokens.text)
})

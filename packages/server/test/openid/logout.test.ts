import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { sendLogouts } from '../../src/openid/logout/send-logouts.ts'
import { deleteExpiredPayloads } from '../../src/openid/storage/delete-expired-store.ts'
import { DAY, MINUTE } from '../../src/platform/clock.ts'
import { bearer } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { ALLOWED, claimsOf, openReceiver, signIn } from './logout-receiver.ts'
import {
  authorize,
  authorizeUrl,
  exchange,
  follow,
  newRelyingParty,
  post,
  refreshTokens,
  userinfo,
} from './relying-party.ts'

const RETURN = 'https://forum.example.org/goodbye'

siteTest(
  'a client is notified of a sign-out by a signed logout token, once',
  async (site) => {
    const { server, tokens } = await openReceiver()
    await using _ = server
    const client = await newRelyingParty(site, { backchannelLogoutUri: `${server.url}/logout` })
    const steve = await signIn(site, client)
    await sendLogouts(site.app)
    const before = tokens.length
    await site.browser().delete('/auth/sessions_all', bearer(steve.accessToken))

    await Promise.all([sendLogouts(site.app), sendLogouts(site.app)])
    await sendLogouts(site.app)

    const [token = ''] = tokens
    const claims = claimsOf(token)
    const jwks = await site.browser().get('/oidc/jwks')
    const key = createPublicKey({ key: jwks.body.keys[0], format: 'jwk' })
    const [header, payload, signature = ''] = token.split('.')
    assert.deepEqual([before, tokens.length], [0, 1])
    assert.ok(
      verify(
        'sha256',
        Buffer.from(`${header}.${payload}`),
        key,
        Buffer.from(signature, 'base64url'),
      ),
    )
    assert.deepEqual(
      [claims.sub, claims.aud, claims.sid, Object.keys(claims.events)],
      [
        steve.id,
        client.clientId,
        claimsOf(steve.tokens.id_token).sid,
        ['http://schemas.openid.net/event/backchannel-logout'],
      ],
    )
  },
  ALLOWED,
)

sqliteTest(
  'a logout that a client did not accept is sent at most five times',
  async (site) => {
    const answer = { status: 500 }
    const { server, tokens } = await openReceiver(answer)
    await using _ = server
    const client = await newRelyingParty(site, { backchannelLogoutUri: `${server.url}/logout` })
    const steve = await signIn(site, client)
    await site.browser().delete('/auth/sessions_all', bearer(steve.accessToken))

    for (let rounds = 0; rounds < 8; rounds += 1) {
      await sendLogouts(site.app)
      site.wait(30 * MINUTE)
    }

    const left = await site.app.db.selectFrom('oidc_logout').selectAll().execute()
    assert.deepEqual([tokens.length, left.length], [5, 0])
  },
  ALLOWED,
)

sqliteTest(
  'a client signs its player out with an ID token, and the player returns to the client',
  async (site) => {
    const client = await newRelyingParty(site, { postLogoutRedirectUris: [RETURN] })
    const steve = await signIn(site, client)
    const query = new URLSearchParams({
      id_token_hint: steve.tokens.id_token,
      post_logout_redirect_uri: RETURN,
      state: 'bye',
    })

    const { headers } = await steve.browser.get(`/oidc/session/end?${query}`)
    const sessions = await site.app.db.selectFrom('session').select('id').execute()
    const player = await userinfo(site, steve.tokens.access_token)

    assert.equal(headers.location, `${RETURN}?state=bye`)
    assert.deepEqual([sessions.length, player.status], [0, 401])
    assert.equal(steve.browser.cookies.has('portal_refresh'), false)
  },
)

sqliteTest(
  'a sign-out without a valid ID token requires a confirmation by the player',
  async (site) => {
    const client = await newRelyingParty(site, { postLogoutRedirectUris: [RETURN] })
    const other = await newRelyingParty(site, { trusted: true })
    const steve = await signIn(site, client)
    const alex = await site.player('Alex')
    const foreign = await exchange(site, other, (await authorize(alex, other)).get('code') ?? '')
    const forged = `${steve.tokens.id_token.slice(0, -4)}AAAA`
    const hints = ['', forged, foreign.body.id_token]
    const end = (id_token_hint: string, uri = RETURN) => {
      const query = { id_token_hint, post_logout_redirect_uri: uri, client_id: client.clientId }
      return steve.browser.get(`/oidc/session/end?${new URLSearchParams(query)}`)
    }

    const replies = await Promise.all(hints.map((hint) => end(hint)))
    const stillOpen = await userinfo(site, steve.tokens.access_token)
    const elsewhere = await end(steve.tokens.id_token, 'https://evil.example.org/')

    assert.deepEqual(
      replies.map(({ status, headers }) => [status, headers.location]),
      hints.map(() => [200, undefined]),
    )
    assert.equal(stillOpen.status, 200)
    assert.equal(elsewhere.headers.location, '/')
  },
)

sqliteTest('a player confirms a sign-out on a page and returns to the client', async (site) => {
  const client = await newRelyingParty(site, { postLogoutRedirectUris: [RETURN] })
  const steve = await signIn(site, client)
  const query = {
    client_id: client.clientId,
    post_logout_redirect_uri: RETURN,
    state: '"><script>',
  }

  const page = await steve.browser.get(`/oidc/session/end?${new URLSearchParams(query)}`)
  const form = Object.fromEntries(
    [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&#34;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<'),
    ]),
  )
  const send = (body: Record<string, string>, browser = steve.browser) =>
    post({ browser: () => browser }, '/oidc/session/end', body)
  const forged = await send({ ...form, csrf: 'forged' })
  const withoutCookies = await send(query, site.browser())
  const before = await userinfo(site, steve.tokens.access_token)
  const confirmed = await send(form)
  const after = await userinfo(site, steve.tokens.access_token)

  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /form-action 'self' https:\/\/forum\.example\.org;.*frame-ancestors 'none'/)
  assert.equal(page.text.includes('<script'), false)
  assert.deepEqual([forged.status, forged.headers.location], [200, undefined])
  assert.equal(withoutCookies.headers['set-cookie'], undefined)
  assert.deepEqual([before.status, after.status], [200, 401])
  assert.equal(confirmed.status, 303)
  assert.equal(new URL(String(confirmed.headers.location)).searchParams.get('state'), query.state)
  assert.equal(steve.browser.cookies.has('portal_refresh'), false)
})

sqliteTest(
  'disconnecting an app ends its tokens, removes the consent and notifies the app',
  async (site) => {
    const { server, tokens } = await openReceiver()
    await using _ = server
    const client = await newRelyingParty(site, { backchannelLogoutUri: `${server.url}/logout` })
    const kept = await newRelyingParty(site, { name: 'Wiki', trusted: true })
    const steve = await signIn(site, client)
    const wiki = await exchange(site, kept, (await authorize(steve, kept)).get('code') ?? '')
    const apps = () => site.browser().get('/cabinet/connected-apps', bearer(steve.accessToken))
    const before = await apps()

    const path = `/cabinet/connected-apps/${client.clientId}`
    const done = await site.browser().delete(path, bearer(steve.accessToken))
    const again = await site.browser().delete(path, bearer(steve.accessToken))
    await sendLogouts(site.app)
    const after = await apps()
    const ended = await refreshTokens(site, client, steve.tokens.refresh_token)
    const asked = await follow(steve.browser, authorizeUrl(client))

    const scopesOf = new Map(
      before.body.items.map(({ name, scopes }: { name: string; scopes: string[] }) => [
        name,
        scopes,
      ]),
    )
    assert.deepEqual(scopesOf.get('Wiki'), ['openid', 'profile', 'email', 'offline_access'])
    assert.deepEqual(scopesOf.get('Forum'), ['openid', 'profile', 'offline_access'])
    assert.deepEqual(
      [done.status, again.status, again.body.error],
      [204, 404, 'openid.clientnotfound'],
    )
    assert.deepEqual(
      after.body.items.map(({ name }: { name: string }) => name),
      ['Wiki'],
    )
    assert.deepEqual([tokens.length, ended.status], [1, 400])
    assert.match(asked.pathname, /^\/authorize\//)
    assert.equal((await userinfo(site, wiki.body.access_token)).status, 200)
  },
  ALLOWED,
)

sqliteTest(
  'a client is notified of the end of a session that was refreshed for months',
  async (site) => {
    const { server, tokens } = await openReceiver()
    await using _ = server
    const client = await newRelyingParty(site, { backchannelLogoutUri: `${server.url}/logout` })
    const steve = await signIn(site, client)
    for (let weeks = 0; weeks < 9; weeks += 1) {
      site.wait(7 * DAY)
      await steve.browser.refresh()
      await deleteExpiredPayloads(site.app.db, site.now())
    }
    const { body } = await steve.browser.refresh()

    await site.browser().delete('/auth/sessions_all', bearer(body.accessToken))
    await sendLogouts(site.app)

    assert.equal(tokens.length, 1)
  },
  ALLOWED,
)

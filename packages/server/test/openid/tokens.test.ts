import assert from 'node:assert/strict'
import { cleanupJobs } from '../../src/jobs.ts'
import { deleteExpiredPayloads } from '../../src/openid/storage/delete-expired-store.ts'
import { DAY, SECOND } from '../../src/platform/clock.ts'
import { bearer } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import {
  authorize,
  basic,
  exchange,
  newRelyingParty,
  post,
  refreshTokens,
  userinfo,
} from './relying-party.ts'

const OFFLINE = { scope: 'openid profile offline_access' }

sqliteTest('reuse of a replaced refresh token ends the grant', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
  const first = await exchange(site, client, code)
  const second = await refreshTokens(site, client, first.body.refresh_token)

  const early = await refreshTokens(site, client, first.body.refresh_token)
  const third = await refreshTokens(site, client, second.body.refresh_token)
  site.wait(31 * SECOND)
  const late = await refreshTokens(site, client, first.body.refresh_token)
  const after = await refreshTokens(site, client, third.body.refresh_token)
  const player = await userinfo(site, third.body.access_token)

  assert.notEqual(first.body.refresh_token, second.body.refresh_token)
  assert.deepEqual([early.status, early.body.error], [400, 'invalid_grant'])
  assert.equal(third.status, 200, third.text)
  assert.deepEqual([late.status, late.body.error], [400, 'invalid_grant'])
  assert.deepEqual([after.status, player.status], [400, 401])
})

siteTest('only one of 20 concurrent refreshes with one token succeeds', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
  const { body } = await exchange(site, client, code)

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => refreshTokens(site, client, body.refresh_token)),
  )

  const [winner, ...others] = replies.filter(({ status }) => status === 200)
  assert.equal(others.length, 0)
  const next = await refreshTokens(site, client, winner?.body.refresh_token)
  assert.equal(next.status, 200)
})

sqliteTest(
  'a client that did not request offline_access receives no refresh token',
  async (site) => {
    const client = await newRelyingParty(site)
    const steve = await site.player('Steve')

    const online = await exchange(site, client, (await authorize(steve, client)).get('code') ?? '')

    assert.equal(online.body.refresh_token, undefined)
  },
)

sqliteTest(
  'JWT access tokens are signed, inspected, revoked and expire after 5 min',
  async (site) => {
    const client = await newRelyingParty(site, { accessToken: 'jwt' })
    const steve = await site.player('Steve')
    const token = async () => {
      const code = (await authorize(steve, client)).get('code') ?? ''
      return (await exchange(site, client, code)).body
    }
    const ask = (path: string, value: string) =>
      post(site, `/oidc/token/${path}`, { token: value }, basic(client))
    const first = await token()
    const [header = '', payload = ''] = first.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())

    const before = await ask('introspection', first.access_token)
    const revoked = await ask('revocation', first.access_token)
    const after = await ask('introspection', first.access_token)
    const player = await userinfo(site, first.access_token)
    const second = await token()
    site.wait(301 * SECOND)
    const expired = await userinfo(site, second.access_token)

    const jwks = await site.browser().get('/oidc/jwks')
    const { alg, kid, typ } = JSON.parse(Buffer.from(header, 'base64url').toString())
    assert.deepEqual([alg, kid, typ], ['RS256', jwks.body.keys[0].kid, 'at+jwt'])
    assert.deepEqual(
      [claims.iss, claims.sub, claims.azp, claims.preferred_username, claims.uuid],
      ['http://localhost:8080', steve.id, client.clientId, 'Steve', steve.id],
    )
    assert.equal(first.expires_in, 300)
    assert.deepEqual([before.body.active, before.body.sub], [true, steve.id])
    assert.deepEqual([revoked.status, after.body.active, player.status], [200, false, 401])
    assert.equal(expired.status, 401)
  },
)

sqliteTest('a client cannot inspect the tokens of another client', async (site) => {
  const client = await newRelyingParty(site)
  const other = await newRelyingParty(site)
  const code = (await authorize(await site.player('Steve'), client)).get('code') ?? ''
  const { body } = await exchange(site, client, code)

  const inspected = await post(
    site,
    '/oidc/token/introspection',
    { token: body.access_token },
    basic(other),
  )
  const own = await post(
    site,
    '/oidc/token/introspection',
    { token: body.access_token },
    basic(client),
  )

  assert.deepEqual([inspected.body, own.body.active], [{ active: false }, true])
})

sqliteTest('the stored data of the provider contains no token, code or secret', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
  const { body } = await exchange(site, client, code)

  const payloads = await site.app.db.selectFrom('oidc_payload').selectAll().execute()
  const clients = await site.app.db.selectFrom('oidc_client').selectAll().execute()

  const stored = JSON.stringify([payloads, clients])
  for (const secret of [code, body.access_token, body.refresh_token, client.clientSecret]) {
    assert.equal(stored.includes(secret), false)
  }
})

siteTest('used tokens are deleted after seven days', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
  const { body } = await exchange(site, client, code)
  await refreshTokens(site, client, body.refresh_token)
  const consumed = async () =>
    (await site.app.db.selectFrom('oidc_payload').select('consumed_at').execute()).filter(
      ({ consumed_at }) => consumed_at !== null,
    ).length

  const before = await consumed()
  site.wait(7 * DAY + SECOND)
  await cleanupJobs(site.app).deleteExpiredPayloads()
  const after = await consumed()

  assert.deepEqual([before, after], [2, 0])
})

siteTest('tokens of an ended session are deleted when they expire', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  for (let signIns = 0; signIns < 3; signIns += 1) {
    const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
    await exchange(site, client, code)
  }
  await site.browser().delete('/auth/sessions_all', bearer(steve.accessToken))
  const kinds = async () => {
    const rows = await site.app.db.selectFrom('oidc_payload').select('kind').execute()
    return new Set(rows.map(({ kind }) => kind))
  }

  site.wait(30 * DAY)
  await deleteExpiredPayloads(site.app.db, site.now(), 2)
  const before = await kinds()
  site.wait(DAY + SECOND)
  await deleteExpiredPayloads(site.app.db, site.now(), 2)
  const after = await kinds()

  assert.deepEqual([before.has('RefreshToken'), after], [true, new Set(['Grant'])])
})

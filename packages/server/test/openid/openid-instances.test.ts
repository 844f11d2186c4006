import assert from 'node:assert/strict'
import { siteTest } from '../support/site.ts'
import {
  agree,
  authorizeUrl,
  exchange,
  follow,
  newRelyingParty,
  refreshTokens,
  userinfo,
} from './relying-party.ts'

siteTest(
  'a sign-in that begins at one instance continues at another',
  async (site) => {
    const client = await newRelyingParty(site, { accessToken: 'jwt' })
    const steve = await site.player('Steve')
    const other = site.browser({ instance: 1 })
    const at = (instance: number) => ({ browser: () => site.browser({ instance }) })
    const page = await follow(
      steve.browser,
      authorizeUrl(client, { scope: 'openid profile offline_access' }),
    )
    for (const [name, value] of steve.browser.cookies) other.cookies.set(name, value)

    const end = await agree({ browser: other, accessToken: steve.accessToken }, page)
    const first = await exchange(at(0), client, end.searchParams.get('code') ?? '')
    const second = await refreshTokens(at(1), client, first.body.refresh_token)
    const player = await userinfo(at(0), second.body.access_token)
    const jwks = await Promise.all(
      [0, 1].map((instance) => at(instance).browser().get('/oidc/jwks')),
    )

    assert.equal(player.body.preferred_username, 'Steve')
    assert.deepEqual(jwks[0]?.body, jwks[1]?.body)
  },
  { instances: 2 },
)

siteTest(
  'only one of 50 concurrent exchanges of one code at two instances succeeds',
  async (site) => {
    const client = await newRelyingParty(site, { trusted: true })
    const steve = await site.player('Steve')
    const end = await follow(steve.browser, authorizeUrl(client))
    const code = end.searchParams.get('code') ?? ''

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        exchange({ browser: () => site.browser({ instance: n % 2 }) }, client, code),
      ),
    )

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  },
  { instances: 2 },
)

siteTest('revoking a grant leaves its 20,000 used tokens in the database', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  const end = await follow(steve.browser, authorizeUrl(client, { scope: 'openid offline_access' }))
  const { body } = await exchange(site, client, end.searchParams.get('code') ?? '')
  const { db } = site.app
  const [token] = await db
    .selectFrom('oidc_payload')
    .selectAll()
    .where('kind', '=', 'RefreshToken')
    .execute()
  assert.ok(token)
  const used = Array.from({ length: 20_000 }, (_, n) => ({
    ...token,
    id: `used-${n}`,
    consumed_at: site.now(),
  }))
  for (let n = 0; n < used.length; n += 2000) {
    await db
      .insertInto('oidc_payload')
      .values(used.slice(n, n + 2000))
      .execute()
  }
  const count = async () =>
    (await db.selectFrom('oidc_payload').select('id').where('kind', '=', 'RefreshToken').execute())
      .length
  const before = await count()

  await refreshTokens(site, client, body.refresh_token)
  site.wait(31_000)
  const reused = await refreshTokens(site, client, body.refresh_token)
  const grants = await db
    .selectFrom('oidc_payload')
    .select('id')
    .where('kind', '=', 'Grant')
    .execute()

  assert.equal(reused.status, 400)
  assert.deepEqual(grants, [])
  assert.equal((await count()) >= before, true)
})

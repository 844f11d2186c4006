import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { sendLogouts } from '../../src/openid/logout/send-logouts.ts'
import { authorizationsOf } from '../../src/sessions/application-logouts.ts'
import { bearer } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'
import { countLockWaits } from './lock-waits.ts'
import { ALLOWED, claimsOf, openReceiver } from './logout-receiver.ts'
import { authorize, exchange, newRelyingParty, userinfo } from './relying-party.ts'

siteTest(
  'each of ten clients used at the same time is notified of the sign-out',
  async (site) => {
    const { server, tokens } = await openReceiver()
    await using _ = server
    const details = { trusted: true, backchannelLogoutUri: `${server.url}/logout` }
    const clients = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        newRelyingParty(site, { ...details, name: `Wiki ${n}` }),
      ),
    )
    const steve = await site.player('Steve')
    const others = [0, 1].map((instance) => {
      const browser = site.browser({ instance })
      for (const [name, value] of steve.browser.cookies) browser.cookies.set(name, value)
      return { browser, accessToken: steve.accessToken }
    })

    // two tabs of each client, at two instances
    const replies = await Promise.all(
      [...clients, ...clients].map(async (client, n) => {
        const code = await authorize(others[n % 2] ?? steve, client)
        return exchange(site, client, code.get('code') ?? '')
      }),
    )
    const sids = replies.map(({ body }) => claimsOf(body.id_token).sid)
    await site.browser().delete('/auth/sessions_all', bearer(steve.accessToken))
    await sendLogouts(site.app)
    const ended = await Promise.all(replies.map(({ body }) => userinfo(site, body.access_token)))

    const told = tokens.map((token) => claimsOf(token).sid)
    assert.deepEqual(told.toSorted(), [...new Set(sids)].toSorted())
    assert.deepEqual(new Set(ended.map(({ status }) => status)), new Set([401]))
  },
  { instances: 2, ...ALLOWED },
)

siteTest(
  'disconnecting one app does not remove another app first used at the same time',
  async (site) => {
    const { server, tokens } = await openReceiver()
    await using _ = server
    const details = { trusted: true, backchannelLogoutUri: `${server.url}/logout` }
    const clients = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        newRelyingParty(site, { ...details, name: `Wiki ${n}` }),
      ),
    )
    const steve = await site.player('Steve')
    const [old = [], fresh = []] = [clients.slice(0, 8), clients.slice(8)]
    const signIn = async (client: (typeof clients)[number]) =>
      exchange(site, client, (await authorize(steve, client)).get('code') ?? '')
    await Promise.all(old.map(signIn))

    const [replies] = await Promise.all([
      Promise.all(fresh.map(signIn)),
      ...old.map(({ clientId }) =>
        site.browser().delete(`/cabinet/connected-apps/${clientId}`, bearer(steve.accessToken)),
      ),
    ])
    await site.browser().delete('/auth/sessions_all', bearer(steve.accessToken))
    await sendLogouts(site.app)

    const told = new Set(tokens.map((token) => claimsOf(token).sid))
    const missing = replies.filter(({ body }) => !told.has(claimsOf(body.id_token).sid))
    assert.deepEqual(missing, [])
  },
  ALLOWED,
)

siteTest(
  'a sign-in to an app is not lost while another app is being disconnected',
  async (site) => {
    const steve = await site.player('Steve')
    const old = await newRelyingParty(site, { trusted: true })
    const fresh = await newRelyingParty(site, { trusted: true, name: 'Wiki' })
    await exchange(site, old, (await authorize(steve, old)).get('code') ?? '')
    const isPostgres = site.database === 'PostgreSQL'
    const path = `/cabinet/connected-apps/${old.clientId}`

    const { both } = await site.app.db.transaction().execute(async (tx) => {
      if (isPostgres) await sql`lock table oidc_logout in exclusive mode`.execute(tx)
      const disconnection = site.browser().delete(path, bearer(steve.accessToken))
      if (isPostgres) await waitUntil(async () => (await countLockWaits(site)) === 1)
      let isSignedIn = false
      const signIn = authorize(steve, fresh).finally(() => {
        isSignedIn = true
      })
      if (isPostgres) await waitUntil(async () => isSignedIn || (await countLockWaits(site)) === 2)
      return { both: Promise.all([disconnection, signIn]) }
    })
    const [{ status }] = await both
    const { payload } = await site.app.db
      .selectFrom('oidc_payload')
      .select('payload')
      .where('kind', '=', 'Session')
      .executeTakeFirstOrThrow()

    assert.equal(status, 204)
    assert.ok(authorizationsOf(payload)[fresh.clientId])
  },
)

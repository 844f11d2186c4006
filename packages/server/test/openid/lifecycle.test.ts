import assert from 'node:assert/strict'
import { deletePlayer } from '../../src/account/deletion/delete-player.ts'
import { banPlayer } from '../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { DAY, SECOND } from '../../src/platform/clock.ts'
import { setPasswordChangeRequired } from '../../src/players/player-store.ts'
import { giveRole } from '../support/administrator.ts'
import { bearer } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import {
  authorize,
  authorizeUrl,
  exchange,
  follow,
  newRelyingParty,
  refreshTokens,
  userinfo,
} from './relying-party.ts'

const OFFLINE = { scope: 'openid profile offline_access' }

type SignedIn = Awaited<ReturnType<Site['player']>>

const ENDS: Record<string, (site: Site, player: SignedIn) => Promise<unknown>> = {
  'a sign-out': (_site, { browser, accessToken }) =>
    browser.post('/auth/logout', undefined, {
      ...bearer(accessToken),
      'x-csrf-token': browser.cookies.get('portal_csrf') ?? '',
    }),
  'a sign-out everywhere': (_site, { browser, accessToken }) =>
    browser.delete('/auth/sessions_all', bearer(accessToken)),
  'a ban': (site, { id }) =>
    banPlayer(site.app, COMMAND_LINE, id, { reason: 'griefing', expiresAt: null }),
  'a password change that closes sessions': (site, { accessToken }) =>
    site
      .browser()
      .post(
        '/cabinet/password',
        { current: PASSWORD, password: 'another horse battery', close: true },
        bearer(accessToken),
      ),
  'a deletion': (site, { id, username }) =>
    deletePlayer(site.app, COMMAND_LINE, id, { username, reason: 'asked' }),
}

for (const [what, end] of Object.entries(ENDS)) {
  sqliteTest(
    `${what} ends the tokens of a client and the code that it has not used`,
    async (site) => {
      const client = await newRelyingParty(site)
      const steve = await site.player('Steve')
      const code = async () => (await authorize(steve, client, OFFLINE)).get('code') ?? ''
      const { body } = await exchange(site, client, await code())
      const unused = await code()
      const before = await userinfo(site, body.access_token)

      await end(site, steve)

      const replies = [
        await userinfo(site, body.access_token),
        await refreshTokens(site, client, body.refresh_token),
        await exchange(site, client, unused),
      ]
      assert.equal(before.status, 200)
      assert.deepEqual(
        replies.map(({ status }) => status),
        [401, 400, 400],
      )
    },
  )
}

sqliteTest('tokens are refused until the player makes a required password change', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
  const { body } = await exchange(site, client, code)
  await setPasswordChangeRequired(site.app.db, steve.id, site.now())

  const suspended = await userinfo(site, body.access_token)
  const refused = await refreshTokens(site, client, body.refresh_token)
  const page = await follow(steve.browser, authorizeUrl(client))
  const accepted = await steve.browser.post(
    `${page.pathname}/request`,
    undefined,
    bearer(steve.accessToken),
  )
  await site.app.db
    .updateTable('player')
    .set({ password_change_required_at: null })
    .where('id', '=', steve.id)
    .execute()
  const after = await refreshTokens(site, client, body.refresh_token)

  assert.deepEqual([suspended.status, refused.status], [401, 400])
  assert.equal(accepted.body.error, 'auth.passwordchangerequired')
  assert.equal(after.status, 200)
})

sqliteTest(
  'a player signs in to a client only with the permission that the client requires',
  async (site) => {
    const client = await newRelyingParty(site, { permission: 'wiki.read' })
    const steve = await site.player('Steve')
    const page = await follow(steve.browser, authorizeUrl(client, OFFLINE))
    const shown = await steve.browser.get(`${page.pathname}/request`)
    const refused = await steve.browser.post(
      `${page.pathname}/request`,
      undefined,
      bearer(steve.accessToken),
    )
    const silent = await follow(steve.browser, authorizeUrl(client, { prompt: 'none' }))

    await giveRole(site, steve.id, { id: 'reader', permissions: ['wiki.read'] })
    const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
    const { body } = await exchange(site, client, code)
    await site.app.db.deleteFrom('player_role').where('player_id', '=', steve.id).execute()
    const lost = await userinfo(site, body.access_token)
    const ended = await refreshTokens(site, client, body.refresh_token)

    assert.equal(shown.body.step, 'forbidden')
    assert.deepEqual([refused.status, refused.body.error], [403, 'openid.notallowed'])
    assert.equal(silent.searchParams.get('error'), 'login_required')
    assert.deepEqual([lost.status, ended.status], [401, 400])
  },
)

sqliteTest(
  'a player with an unconfirmed address cannot sign in to a client',
  async (site) => {
    const client = await newRelyingParty(site)
    const steve = await site.player('Steve')

    const page = await follow(steve.browser, authorizeUrl(client))
    const { body } = await steve.browser.post(
      `${page.pathname}/request`,
      undefined,
      bearer(steve.accessToken),
    )

    assert.equal(body.error, 'auth.usernotactivated')
  },
  { settings: { emailConfirmation: 'on' } },
)

sqliteTest('the minimum age applies to existing tokens and new sign-ins', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client)).get('code') ?? ''
  const { body } = await exchange(site, client, code)
  await site.app.db.insertInto('setting').values({ name: 'minimumAge', value: '14' }).execute()
  site.app.settings.invalidate()

  const suspended = await userinfo(site, body.access_token)
  const page = await follow(steve.browser, authorizeUrl(client))
  const accepted = await steve.browser.post(
    `${page.pathname}/request`,
    undefined,
    bearer(steve.accessToken),
  )

  assert.deepEqual([suspended.status, accepted.body.error], [401, 'auth.consentrequired'])
})

sqliteTest('a client that refreshes keeps the player’s session open', async (site) => {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
  let { body } = await exchange(site, client, code)

  for (let rounds = 0; rounds < 3; rounds += 1) {
    site.wait(20 * DAY)
    body = (await refreshTokens(site, client, body.refresh_token)).body
  }
  const player = await userinfo(site, body.access_token)
  site.wait(31 * DAY)
  const expired = await refreshTokens(site, client, body.refresh_token)

  assert.deepEqual([player.status, expired.status], [200, 400])
})

sqliteTest(
  'a refresh cookie cannot sign in to a client 30 s after its replacement',
  async (site) => {
    const client = await newRelyingParty(site, { trusted: true })
    const steve = await site.player('Steve')
    const thief = site.browser()
    const cookie = `portal_refresh=${steve.browser.cookies.get('portal_refresh')}`
    await steve.browser.refresh()

    const early = await thief.get(authorizeUrl(client), { cookie })
    site.wait(31 * SECOND)
    const late = await thief.get(authorizeUrl(client), { cookie })

    assert.match(String(early.headers.location), /code=/)
    assert.match(String(late.headers.location), /^\/authorize\//)
  },
)

siteTest('a second player in the same browser signs in to a client as themselves', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  const first = await exchange(site, client, (await authorize(steve, client)).get('code') ?? '')
  await site.player('Alex')
  const { body } = await steve.browser.logIn('Alex', PASSWORD)

  const alex = { browser: steve.browser, accessToken: String(body.accessToken) }
  const second = await exchange(site, client, (await authorize(alex, client)).get('code') ?? '')

  const players = [first, second].map((reply) => userinfo(site, reply.body.access_token))
  const names = (await Promise.all(players)).map((reply) => reply.body.preferred_username)
  assert.deepEqual(names, ['Steve', 'Alex'])
})

import assert from 'node:assert/strict'
import { openConnectSession } from '../../src/openid/connect/open-connect-session.ts'
import { DAY } from '../../src/platform/clock.ts'
import { INVALID_TOKEN, openGame, told, waitForKey } from '../integrations/yggdrasil/game-player.ts'
import { bearer } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import {
  allowLauncher,
  CLIENT,
  CONNECT,
  openLauncher,
  pollLauncher,
  refreshLauncher,
  SCOPE,
  sessionsOf,
  startGame,
  startLauncher,
  turnConnectOn,
} from './launcher.ts'
import { authorize, exchange, userinfo } from './relying-party.ts'

siteTest(
  'a launcher can sign in and join a game server although its requests reach different instances',
  async (site) => {
    await turnConnectOn(site)
    await waitForKey(site)
    const steve = await site.player('Steve')
    const { body: started } = await startLauncher(at(site, 0))

    const allowed = await allowLauncher(steve, started.user_code)
    const tokens = await pollLauncher(at(site, 1), started.device_code)
    const game = startGame(site, tokens.body.access_token, steve.id, 1)
    const validated = await game.validate()
    const joined = await game.join('a-server')
    const seen = await openGame(site).hasJoined('Steve', 'a-server')
    const refreshed = await refreshLauncher(at(site, 0), tokens.body.refresh_token)
    const player = await userinfo(at(site, 1), refreshed.body.access_token)

    assert.equal(allowed.status, 200, allowed.text)
    assert.equal(
      tokens.status,
      200,
      tokens.text + site.logLines.filter((l) => l.includes('failed')).join(),
    )
    assert.deepEqual([validated, joined].map(told), ['204', '204'])
    assert.equal(seen.body.name, 'Steve')
    assert.equal(refreshed.status, 200, refreshed.text)
    assert.equal(player.body.selectedProfile.name, 'Steve')
  },
  { instances: 2 },
)

sqliteTest(
  'a refresh of a launcher ends its old access token',
  async (site) => {
    const steve = await site.player('Steve')
    const first = await openLauncher(site, steve)
    const before = await sessionsOf(steve)

    const second = (await refreshLauncher(site, first.refresh_token)).body
    const old = startGame(site, first.access_token, steve.id)
    const game = startGame(site, second.access_token, steve.id)
    const refused = [await old.validate(), await old.join('a-server')]
    const accepted = [await game.validate(), await game.join('a-server')]

    assert.deepEqual(refused.map(told), [INVALID_TOKEN, INVALID_TOKEN])
    assert.equal((await userinfo(site, first.access_token)).status, 401)
    assert.deepEqual(accepted.map(told), ['204', '204'])
    assert.match(second.access_token, /^[0-9a-f]{64}$/)
    assert.ok(second.id_token && second.refresh_token)
    assert.deepEqual(idsOf(await sessionsOf(steve)), idsOf(before))
    assert.equal(before.length, 2)
  },
  { settings: CONNECT },
)

sqliteTest(
  'closing the session of a launcher ends its refresh token',
  async (site) => {
    const steve = await site.player('Steve')
    const tokens = await openLauncher(site, steve)
    const game = startGame(site, tokens.access_token, steve.id)

    const launcher = (await sessionsOf(steve)).find(({ device }) => device.startsWith('SJMCL'))
    const closed = await steve.browser.delete(
      `/auth/sessions/${launcher?.id}`,
      bearer(steve.accessToken),
    )
    const validated = await game.validate()
    const refreshed = await refreshLauncher(site, tokens.refresh_token)

    assert.equal(launcher?.signedInWith, 'account')
    assert.equal(closed.status, 204)
    assert.equal(told(validated), INVALID_TOKEN)
    assert.equal((await userinfo(site, tokens.access_token)).status, 401)
    assert.deepEqual([refreshed.status, refreshed.body.error], [400, 'invalid_grant'])
  },
  { settings: CONNECT },
)

sqliteTest(
  'a player who signs out in the browser stays signed in to the launcher',
  async (site) => {
    const steve = await site.player('Steve')
    const tokens = await openLauncher(site, steve)

    await steve.browser.post('/auth/logout', undefined, {
      ...bearer(steve.accessToken),
      'x-csrf-token': steve.browser.cookies.get('portal_csrf') ?? '',
    })
    const validated = await startGame(site, tokens.access_token, steve.id).validate()
    const refreshed = await refreshLauncher(site, tokens.refresh_token)

    assert.equal(told(validated), '204')
    assert.equal(refreshed.status, 200, refreshed.text)
  },
  { settings: CONNECT },
)

siteTest(
  '50 concurrent exchanges of one device code open one game session',
  async (site) => {
    const steve = await site.player('Steve')
    const { body: started } = await startLauncher(site)
    await allowLauncher(steve, started.user_code)

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => pollLauncher(at(site, n % 2), started.device_code)),
    )
    const [tokens] = replies.filter(({ status }) => status === 200)
    const validated = await startGame(site, tokens?.body.access_token, steve.id).validate()

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(told(validated), '204')
    assert.equal((await sessionsOf(steve)).length, 2)
  },
  { instances: 2, settings: CONNECT },
)

siteTest(
  '50 concurrent exchanges of one code leave no game session without its grant',
  async (site) => {
    const steve = await site.player('Steve')
    const client = { clientId: CLIENT, clientSecret: '' }
    const redirect = { redirect_uri: 'http://127.0.0.1:5000/' }
    const answered = await authorize(steve, client, { ...redirect, scope: SCOPE })
    const code = answered.get('code') ?? ''

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => exchange(at(site, n % 2), client, code, redirect)),
    )
    const { db } = site.app
    const grants = db.selectFrom('oidc_payload').select('id').where('kind', '=', 'Grant')
    const stale = await db
      .selectFrom('session')
      .select('id')
      .where('oidc_grant_id', 'is not', null)
      .where('oidc_grant_id', 'not in', grants)
      .execute()

    assert.ok(replies.filter(({ status }) => status === 200).length <= 1)
    assert.deepEqual(stale, [])
  },
  { instances: 2, settings: CONNECT },
)

sqliteTest('no game session can be opened for a grant that has ended', async (site) => {
  const steve = await site.player('Steve')
  const client = { ip: '127.0.0.1', agent: 'SJMCL', deviceToken: undefined }

  const opened = await openConnectSession(site.app, {
    accessToken: 'a-token',
    playerId: steve.id,
    grantId: 'ended',
    scopes: SCOPE,
    sessionId: 'none',
    client,
  })

  assert.equal(opened, undefined)
  assert.equal((await sessionsOf(steve)).length, 1)
})

sqliteTest(
  'a renamed player refreshes, and joins with the new name',
  async (site) => {
    const steve = await site.player('Steve')
    const tokens = await openLauncher(site, steve)

    await site.app.db
      .updateTable('player')
      .set({ username: 'Alex', username_key: 'alex' })
      .where('id', '=', steve.id)
      .execute()
    const old = await startGame(site, tokens.access_token, steve.id).join('a-server')
    const refreshed = await refreshLauncher(site, tokens.refresh_token)
    const joined = await startGame(site, refreshed.body.access_token, steve.id).join('a-server')
    const { body } = await userinfo(site, refreshed.body.access_token)

    assert.deepEqual([old, joined].map(told), [INVALID_TOKEN, '204'])
    assert.equal(body.selectedProfile.name, 'Alex')
  },
  { settings: CONNECT },
)

sqliteTest(
  'only its refresh token extends the session of a launcher',
  async (site) => {
    const steve = await site.player('Steve')
    const { access_token: accessToken, refresh_token } = await openLauncher(site, steve)
    const verify = () => site.browser().post('/api/auth/verify', { access_token: accessToken })

    const refreshed = await openGame(site).refresh({ accessToken })
    const verified = await verify()
    site.wait(14 * DAY)
    const expired = await startGame(site, accessToken, steve.id).validate()
    const late = await refreshLauncher(site, refresh_token)

    assert.equal(told(refreshed), INVALID_TOKEN)
    assert.equal(verified.status, 401)
    assert.equal(told(expired), INVALID_TOKEN)
    assert.equal(late.body.error, 'invalid_grant')
  },
  { settings: { ...CONNECT, azauth: 'on' } },
)

siteTest(
  'only one of 50 concurrent refreshes of a launcher succeeds',
  async (site) => {
    const steve = await site.player('Steve')
    const tokens = await openLauncher(site, steve)

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => refreshLauncher(at(site, n % 2), tokens.refresh_token)),
    )
    const [won] = replies.filter(({ status }) => status === 200)
    const validated = await startGame(site, won?.body.access_token, steve.id).validate()

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(told(validated), '204')
    assert.equal((await sessionsOf(steve)).length, 2)
    assert.equal((await refreshLauncher(site, won?.body.refresh_token)).status, 200)
  },
  { instances: 2, settings: CONNECT },
)

const idsOf = (sessions: { id: string }[]) => sessions.map(({ id }) => id).toSorted()

function at(site: Site, instance: number) {
  return { browser: () => site.browser({ instance }) }
}

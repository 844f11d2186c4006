import assert from 'node:assert/strict'
import { banPlayer } from '../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { revokeClient } from '../../src/openid/clients/change-client.ts'
import { setPasswordChangeRequired } from '../../src/players/player-store.ts'
import { openGame, waitForKey } from '../integrations/yggdrasil/game-player.ts'
import { giveRole } from '../support/administrator.ts'
import { bearer } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import {
  allowLauncher,
  openLauncher,
  pollLauncher,
  refreshLauncher,
  SCOPE,
  startGame,
  startLauncher,
  turnConnectOn,
} from './launcher.ts'
import { newRelyingParty, post, userinfo } from './relying-party.ts'

type Player = Awaited<ReturnType<Site['player']>>

const BLOCKS: Record<string, (site: Site, player: Player) => Promise<unknown>> = {
  'who is banned': (site, { id }) =>
    banPlayer(site.app, COMMAND_LINE, id, { reason: 'griefing', expiresAt: null }),
  'with an unconfirmed address': (site, { id }) =>
    site.app.db.updateTable('player').set({ activated_at: null }).where('id', '=', id).execute(),
  'who must change the password': (site, { id }) =>
    setPasswordChangeRequired(site.app.db, id, site.now()),
  'who must confirm the minimum age': async (site) => {
    await site.app.db.insertInto('setting').values({ name: 'minimumAge', value: '14' }).execute()
    for (const { app } of site.instances) app.settings.invalidate()
  },
}

for (const [who, block] of Object.entries(BLOCKS)) {
  siteTest(`a player ${who} can neither sign in to a launcher nor play`, async (site) => {
    await turnConnectOn(site)
    await waitForKey(site)
    const steve = await site.player('Steve')
    const tokens = await openLauncher(site, steve)
    const allowed = (await startLauncher(site)).body
    await allowLauncher(steve, allowed.user_code)
    const waiting = (await startLauncher(site)).body
    const game = startGame(site, tokens.access_token, steve.id)
    await game.join('an-earlier-server')

    await block(site, steve)
    const replies = {
      accept: await allowLauncher(steve, waiting.user_code),
      exchange: await pollLauncher(site, allowed.device_code),
      refresh: await refreshLauncher(site, tokens.refresh_token),
      userinfo: await userinfo(site, tokens.access_token),
      validate: await game.validate(),
      join: await game.join('a-server'),
      hasJoined: await openGame(site).hasJoined('Steve', 'an-earlier-server'),
    }

    const { accept, exchange, refresh, hasJoined, ...others } = replies
    assert.ok([401, 403].includes(accept.status), accept.text)
    assert.deepEqual([exchange.body.error, refresh.body.error], Array(2).fill('invalid_grant'))
    assert.deepEqual(
      Object.values(others).map(({ status }) => status),
      [401, 403, 403],
    )
    assert.equal(hasJoined.status, 204)
  })
}

const OF_CLIENT: Record<string, (site: Site, playerId: string, clientId: string) => unknown> = {
  'who loses the permission of a client': (site, playerId) =>
    site.app.db.deleteFrom('player_role').where('player_id', '=', playerId).execute(),
  'of a revoked client': (site, _, clientId) => revokeClient(site.app, COMMAND_LINE, clientId),
}

for (const [who, block] of Object.entries(OF_CLIENT)) {
  siteTest(`a player ${who} cannot join a server with an existing game token`, async (site) => {
    await turnConnectOn(site)
    const { clientId } = await newRelyingParty(site, {
      permission: 'wiki.read',
      public: true,
      device: true,
      scopes: [
        'openid',
        'offline_access',
        'Yggdrasil.PlayerProfiles.Select',
        'Yggdrasil.Server.Join',
      ],
    })
    const steve = await site.player('Steve')
    await giveRole(site, steve.id, { id: 'reader', permissions: ['wiki.read'] })
    const started = await post(site, '/oidc/device/auth', { client_id: clientId, scope: SCOPE })
    await allowLauncher(steve, started.body.user_code)
    const { body } = await post(site, '/oidc/token', {
      client_id: clientId,
      device_code: started.body.device_code,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    })
    const game = startGame(site, body.access_token, steve.id)
    const before = await game.join('a-server')

    await block(site, steve.id, clientId)
    const after = await game.join('a-server')

    assert.deepEqual([before.status, after.status], [204, 403])
    assert.equal((await userinfo(site, body.access_token)).status, 401)
  })
}

const ENDS: Record<string, (site: Site, player: Player, token: string) => Promise<unknown>> = {
  'a disconnection': (_, { browser, accessToken }) =>
    browser.delete('/cabinet/connected-apps/launchers', bearer(accessToken)),
  'a revocation by the launcher': (site, _, token) =>
    post(site, '/oidc/token/revocation', { client_id: 'launchers', token }),
  'a late reuse of a refresh token': async (site, _, token) => {
    await refreshLauncher(site, token)
    site.wait(31_000)
    await refreshLauncher(site, token)
  },
}

for (const [what, end] of Object.entries(ENDS)) {
  sqliteTest(`${what} ends the game session of the launcher`, async (site) => {
    await turnConnectOn(site)
    const steve = await site.player('Steve')
    const tokens = await openLauncher(site, steve)
    const apps = await steve.browser.get('/cabinet/connected-apps', bearer(steve.accessToken))
    const sessions = () =>
      site.app.db.selectFrom('session').select('id').where('game_hash', 'is not', null).execute()
    const before = await sessions()

    await end(site, steve, tokens.refresh_token)

    assert.equal(apps.body.items[0].name, 'Launchers')
    assert.equal(before.length, 1)
    assert.deepEqual(await sessions(), [])
  })
}

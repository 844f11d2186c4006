import assert from 'node:assert/strict'
import type { NewClient } from '@portal/contract'
import { banPlayer } from '../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { startGravitLauncher } from './gravit-launcher.ts'
import { agree, follow, newRelyingParty, userinfo } from './relying-party.ts'

const CONFIG = {
  authorizationEndpoint: 'http://localhost:8080/oidc/auth',
  redirectUri: 'https://launcher.example.org/webview',
  scopes: 'openid profile offline_access',
  issuer: 'http://localhost:8080',
  extractorConfig: { usernameClaim: 'preferred_username', uuidClaim: 'uuid' },
}

const CLIENT: Partial<NewClient> = {
  name: 'GravitLauncher',
  redirectUris: [CONFIG.redirectUri],
  scopes: ['openid', 'profile', 'offline_access'],
  accessToken: 'jwt',
  pkce: false,
}

sqliteTest('the requests of GravitLauncher sign a player in and refresh', async (site) => {
  const client = await newRelyingParty(site, CLIENT)
  const launcher = await startGravitLauncher(site, client, CONFIG)
  const steve = await site.player('Steve')
  const page = await follow(steve.browser, launcher.authorizationUrl)

  const first = await launcher.authorize(await agree(steve, page))
  site.wait(5 * MINUTE)
  const expired = await userinfo(site, first.access_token ?? '')
  const second = await launcher.refresh(first.refresh_token ?? '')
  const again = await launcher.authorize(await follow(steve.browser, launcher.authorizationUrl))

  const player = { username: 'Steve', uuid: steve.id }
  assert.match(steve.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.deepEqual([first.player, second.player, again.player], [player, player, player])
  assert.deepEqual([first.expires_in, second.expires_in], [300, 300])
  assert.notEqual(second.refresh_token, first.refresh_token)
  assert.equal(expired.status, 401)
})

sqliteTest('GravitLauncher gets no token for a banned player', async (site) => {
  const client = await newRelyingParty(site, CLIENT)
  const launcher = await startGravitLauncher(site, client, CONFIG)
  const steve = await site.player('Steve')
  const address = await agree(steve, await follow(steve.browser, launcher.authorizationUrl))
  const { refresh_token } = await launcher.authorize(address)

  await banPlayer(site.app, COMMAND_LINE, steve.id, { reason: 'griefing', expiresAt: null })

  await assert.rejects(launcher.refresh(refresh_token ?? ''), /Token is null/)
  await assert.rejects(launcher.authorize(address), /Token is null/)
})

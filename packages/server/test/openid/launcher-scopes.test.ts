import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { changeClient, revokeClient } from '../../src/openid/clients/change-client.ts'
import { listClients } from '../../src/openid/clients/client-store.ts'
import { INVALID_TOKEN, openGame, told } from '../integrations/yggdrasil/game-player.ts'
import { bearer } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import {
  CLIENT,
  CONNECT,
  openLauncher,
  refreshLauncher,
  SCOPE,
  startGame,
  startLauncher,
  turnConnectOff,
  turnConnectOn,
} from './launcher.ts'
import { authorizeUrl, newRelyingParty, userinfo } from './relying-party.ts'

const SELECT = 'Yggdrasil.PlayerProfiles.Select'
const JOIN = 'Yggdrasil.Server.Join'
const READ = 'Yggdrasil.PlayerProfiles.Read'

const WRONG: Record<string, string> = {
  'Select without openid': SELECT,
  'Join without openid': `${SELECT} ${JOIN}`,
  'Read without openid': READ,
  'Join without Select': `openid ${JOIN}`,
  'Join with Read': `openid ${JOIN} ${READ}`,
  'Read with Select': `openid ${READ} ${SELECT}`,
  'all three': `openid ${SELECT} ${JOIN} ${READ}`,
}

for (const [what, scope] of Object.entries(WRONG)) {
  sqliteTest(
    `an invalid combination of launcher scopes is refused: ${what}`,
    async (site) => {
      const redirect = 'http://127.0.0.1:5000/'
      const url = authorizeUrl(
        { clientId: CLIENT, clientSecret: '' },
        { scope, redirect_uri: redirect },
      )

      const device = await startLauncher(site, scope)
      const code = await site.browser().get(url)

      assert.deepEqual([device.status, device.body.error], [400, 'invalid_scope'])
      assert.match(
        String(code.headers.location),
        /^http:\/\/127\.0\.0\.1:5000\/\?error=invalid_scope/,
      )
    },
    { settings: CONNECT },
  )
}

sqliteTest(
  'a token without the join scope can neither join nor change skins',
  async (site) => {
    const steve = await site.player('Steve')
    const { access_token } = await openLauncher(site, steve, `openid ${SELECT}`)
    const game = startGame(site, access_token, steve.id)
    const program = site.browser()
    const headers = bearer(access_token)
    const texture = `/yggdrasil/api/user/profile/${steve.id}/skin`

    const replies = [await game.validate(), await game.join('a-server')]
    const removed = await program.send('DELETE', texture, undefined, headers)
    const certificate = await program.post(
      '/yggdrasil/minecraftservices/player/certificates',
      undefined,
      headers,
    )

    assert.equal(told(replies[0] ?? certificate), '204')
    assert.equal(replies[1]?.status, 403)
    assert.deepEqual([removed.status, certificate.status], [401, 401])
  },
  { settings: CONNECT },
)

sqliteTest(
  'a token refreshed without the join scope can no longer join',
  async (site) => {
    const steve = await site.player('Steve')
    const tokens = await openLauncher(site, steve)

    const narrowed = await refreshLauncher(site, tokens.refresh_token, `openid ${SELECT}`)
    const old = await startGame(site, tokens.access_token, steve.id).join('a-server')
    const now = await startGame(site, narrowed.body.access_token, steve.id).join('a-server')

    assert.equal(narrowed.status, 200, narrowed.text)
    assert.equal(told(old), INVALID_TOKEN)
    assert.equal(now.status, 403)
  },
  { settings: CONNECT },
)

sqliteTest(
  'a client with only the scope to read profiles gets no game token',
  async (site) => {
    const steve = await site.player('Steve')

    const tokens = await openLauncher(site, steve, `openid ${READ}`)
    const { body } = await userinfo(site, tokens.access_token)
    const validated = await startGame(site, tokens.access_token, steve.id).validate()

    assert.deepEqual(
      body.availableProfiles.map(({ id, name }: { id: string; name: string }) => [id, name]),
      [[steve.id.replaceAll('-', ''), 'Steve']],
    )
    assert.equal(body.selectedProfile, undefined)
    assert.equal(told(validated), INVALID_TOKEN)
  },
  { settings: CONNECT },
)

sqliteTest('the token of an application is not accepted as a game token', async (site) => {
  await turnConnectOn(site)
  const steve = await site.player('Steve')
  const { access_token } = await openLauncher(site, steve, 'openid profile')

  const validated = await startGame(site, access_token, steve.id).validate()

  assert.equal(told(validated), INVALID_TOKEN)
  assert.equal((await userinfo(site, access_token)).status, 200)
})

sqliteTest(
  'without Yggdrasil Connect and clients, the site has no OpenID provider',
  async (site) => {
    const discovery = () => site.browser().get('/.well-known/openid-configuration')

    const before = await discovery()
    await turnConnectOn(site)
    site.wait(2000)
    const on = await discovery()

    assert.equal(before.status, 404)
    assert.equal(on.body.shared_client_id, CLIENT)
    assert.ok([SELECT, JOIN, READ].every((scope) => on.body.scopes_supported.includes(scope)))
    assert.ok(on.body.claims_supported.includes('selectedProfile'))
  },
)

for (const setting of ['yggdrasilConnect', 'yggdrasil'] as const) {
  sqliteTest(`while ${setting} is off, launchers can neither sign in nor play`, async (site) => {
    const owned = await newRelyingParty(site, {
      public: true,
      device: true,
      scopes: ['openid', SELECT, JOIN],
    })
    await turnConnectOn(site)
    const steve = await site.player('Steve')
    const tokens = await openLauncher(site, steve)

    await turnConnectOff(site, setting)
    const discovery = await site.browser().get('/.well-known/openid-configuration')
    const started = await startLauncher(site)
    const ofOwner = await site.browser().get(authorizeUrl(owned, { scope: SCOPE }))
    const refreshed = await refreshLauncher(site, tokens.refresh_token)
    const validated = await startGame(site, tokens.access_token, steve.id).validate()
    await turnConnectOn(site)
    const after = await startGame(site, tokens.access_token, steve.id).validate()

    assert.equal(discovery.body.shared_client_id, undefined)
    assert.equal(discovery.text.includes('Yggdrasil'), false)
    assert.equal(discovery.text.includes('Profile'), false)
    assert.deepEqual([started.body.error, refreshed.body.error], Array(2).fill('invalid_client'))
    assert.match(String(ofOwner.headers.location), /error=invalid_scope/)
    assert.notEqual(validated.status, 204)
    assert.equal(told(after), '204')
  })
}

for (const [publicUrl, features] of [
  ['https://play.example.org', 2],
  ['http://localhost:8080', 0],
] as const) {
  sqliteTest(
    `the metadata of ${publicUrl} has ${features} features of Yggdrasil Connect`,
    async (site) => {
      const off = (await openGame(site).ask('')).body.meta
      await turnConnectOn(site)
      const on = (await openGame(site).ask('')).body.meta

      const url = `${publicUrl}/.well-known/openid-configuration`
      const expected = { 'feature.no_email_login': true, 'feature.openid_configuration_url': url }
      assert.deepEqual(on, features === 0 ? off : { ...off, ...expected })
    },
    { env: { PUBLIC_URL: publicUrl }, settings: { yggdrasil: 'on' } },
  )
}

sqliteTest(
  'no administrator can see or change the built-in client of launchers',
  async (site) => {
    const changes = [
      () => changeClient(site.app, COMMAND_LINE, CLIENT, { name: 'Another' }),
      () => revokeClient(site.app, COMMAND_LINE, CLIENT),
    ]

    for (const change of changes) {
      await assert.rejects(change, { code: 'openid.clientnotfound' })
    }

    assert.deepEqual(await listClients(site.app.db), [])
    assert.equal((await startLauncher(site)).status, 200)
  },
  { settings: CONNECT },
)

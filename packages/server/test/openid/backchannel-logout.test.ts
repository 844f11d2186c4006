import assert from 'node:assert/strict'
import { deletePlayer } from '../../src/account/deletion/delete-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { sendLogouts } from '../../src/openid/logout/send-logouts.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { upsertSetting } from '../../src/settings/setting-store.ts'
import { bearer } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'
import { newDeviceClient, pollDevice, startDevice } from './device-client.ts'
import { ALLOWED, claimsOf, openReceiver, signIn } from './logout-receiver.ts'
import { authorize, exchange, NEW_CLIENT, newRelyingParty } from './relying-party.ts'

sqliteTest(
  'no logout is sent to a private address whose host is no longer allowed',
  async (site) => {
    const { server, tokens } = await openReceiver()
    await using _ = server
    const addresses = [server.url, 'https://127.0.0.1/', 'https://[::1]/', 'https://localhost/']
    for (const backchannelLogoutUri of addresses) {
      const client = await newRelyingParty(site, { backchannelLogoutUri, trusted: true })
      const player = await site.player(`Steve${addresses.indexOf(backchannelLogoutUri)}`)
      await exchange(site, client, (await authorize(player, client)).get('code') ?? '')
      await site.browser().delete('/auth/sessions_all', bearer(player.accessToken))
    }

    await allowHosts(site, '')
    await sendLogouts(site.app)

    const failed = site.logLines.filter((line) => line.includes('back-channel logout failed'))
    assert.deepEqual([tokens.length, server.requests(), failed.length], [0, 0, addresses.length])
  },
  {
    env: { ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    settings: { allowedWebhookHosts: '127.0.0.1,::1,localhost' },
  },
)

sqliteTest(
  'a logout address in a private network is accepted only if allowedWebhookHosts names it',
  async (site) => {
    const owner = await openOwner(site)
    const create = (backchannelLogoutUri: string) =>
      owner.post('/admin/clients', { ...NEW_CLIENT, backchannelLogoutUri })
    const inside = ['https://localhost/', 'https://a.localhost./x', 'http://10.0.0.5/']

    const replies = await Promise.all(inside.map(create))
    await allowHosts(site, '10.0.0.5')
    const created = await create('http://10.0.0.5/')
    await allowHosts(site, '')
    const change = (changes: object) =>
      owner.patch(`/admin/clients/${created.body.clientId}`, changes)
    const renamed = await change({ name: 'Wiki' })
    const moved = await change({ backchannelLogoutUri: 'https://LOCALHOST/' })

    for (const { status, body } of [...replies, moved]) {
      assert.deepEqual([status, body.fields[0].field], [400, 'backchannelLogoutUri'])
      assert.match(body.fields[0].message, /Hosts for webhooks/)
    }
    assert.deepEqual([created.status, renamed.status], [201, 200])
  },
)

sqliteTest('a logout reaches a private host that allowedWebhookHosts names', async (site) => {
  const { server, tokens } = await openReceiver()
  await using _ = server
  const { host } = new URL(server.url)
  await allowHosts(site, host)
  const client = await newRelyingParty(site, { backchannelLogoutUri: `${server.url}/logout` })
  const steve = await signIn(site, client)
  await site.browser().delete('/auth/sessions_all', bearer(steve.accessToken))

  await allowHosts(site, '')
  await sendLogouts(site.app)
  const refused = tokens.length
  await allowHosts(site, host)
  site.wait(2 * MINUTE)
  await sendLogouts(site.app)

  assert.deepEqual([refused, tokens.length], [0, 1])
})

sqliteTest(
  'a client is notified when its player is deleted',
  async (site) => {
    const { server, tokens } = await openReceiver()
    await using _ = server
    const client = await newRelyingParty(site, { backchannelLogoutUri: `${server.url}/logout` })
    const steve = await signIn(site, client)

    await deletePlayer(site.app, COMMAND_LINE, steve.id, { username: 'Steve', reason: 'asked' })
    await sendLogouts(site.app)

    const [claims] = tokens.map(claimsOf)
    const { sid } = claimsOf(steve.tokens.id_token)
    assert.deepEqual([tokens.length, claims.sub, claims.sid], [1, steve.id, sid])
  },
  ALLOWED,
)

sqliteTest(
  'a client is notified when the session that signed its devices in is closed',
  async (site) => {
    const { server, tokens } = await openReceiver()
    await using _ = server
    const client = await newDeviceClient(site, { backchannelLogoutUri: `${server.url}/logout` })
    const steve = await site.player('Steve')
    const ids = []
    for (const _device of ['television', 'console']) {
      const { device_code, user_code } = (await startDevice(site, client)).body
      const userCode = { userCode: user_code }
      await steve.browser.post('/device/accept', userCode, bearer(steve.accessToken))
      ids.push((await pollDevice(site, client, device_code)).body.id_token)
    }

    await site.browser().delete('/auth/sessions_all', bearer(steve.accessToken))
    await sendLogouts(site.app)

    const [sid, ...others] = [...ids, ...tokens].map((token) => claimsOf(token).sid)
    assert.equal(tokens.length, 1)
    assert.ok(sid)
    assert.deepEqual(others, [sid, sid])
  },
  ALLOWED,
)

async function allowHosts({ app }: Site, value: string): Promise<void> {
  await upsertSetting(app.db, { name: 'allowedWebhookHosts', value })
  app.settings.invalidate()
}

import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { administrator } from '../../support/administrator.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import {
  copy,
  giveNode,
  putSkin,
  share,
  skinFile,
  textureAuditEntries,
} from './texture-requests.ts'

siteTest(
  'a player puts on the skin of a player who shares it',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    const worn = (await putSkin(alex, skinFile(1), { slim: 'true' })).body.textures

    const before = await copy(steve, 'Alex')
    await share(alex)
    const shared = await copy(steve, 'aLEX')
    await share(alex, false)
    const after = await copy(steve, 'Alex')

    assert.deepEqual([before, after].map(outcome), ['404 skin.notshared', '404 skin.notshared'])
    assert.deepEqual(shared.body.textures, worn)
    const copied = (await textureAuditEntries(site)).filter(
      ([action]) => action === 'texture.copied',
    )
    assert.deepEqual(
      copied.map(([, actor, target]) => [actor, target]),
      [[steve.id, steve.id]],
    )
    const looks = (await steve.browser.get('/cabinet/looks', bearer(steve.accessToken))).body
    assert.deepEqual(looks.looks.length, 1)
    assert.deepEqual(looks.sharing, { offered: true, shared: false })
  },
  { settings: { skinSharing: 'on' } },
)

sqliteTest('the skin of a banned, unknown or non-sharing player is refused alike', async (site) => {
  const steve = await site.player('Steve')
  const [banned, bare, quiet] = [
    await site.player('Banned'),
    await site.player('Bare'),
    await site.player('Quiet'),
  ]
  await putSkin(banned, skinFile(1))
  await putSkin(quiet, skinFile(2))
  for (const player of [banned, bare]) await share(player)
  const judge = await administrator(site, ['panel.players.ban'])
  await judge.send('POST', `/admin/players/${banned.id}/ban`, { reason: 'Griefing' })

  const replies = []
  for (const name of ['Banned', 'Bare', 'Quiet', 'Nobody', '', '%']) {
    replies.push(await copy(steve, name))
  }

  assert.deepEqual(tally(replies), { '404 skin.notshared': 6 })
  assert.equal(new Set(replies.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))).size, 1)
})

sqliteTest('the setting skinSharing turns sharing off for every player', async (site) => {
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
  await putSkin(alex, skinFile(1))
  await share(alex)
  const by = { actor: 'command', ip: null }
  await changeSetting(site.app, by, { name: 'skinSharing', text: 'off' })

  const reply = await copy(steve, 'Alex')
  const looks = await steve.browser.get('/cabinet/looks', bearer(steve.accessToken))

  assert.equal(outcome(reply), '404 skin.notshared')
  assert.deepEqual(looks.body.sharing, { offered: false, shared: false })
})

sqliteTest(
  'putting on a shared skin requires the same permissions as uploading it',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    await giveNode(site, alex.id, 'player.skin.hd')
    await putSkin(alex, skinFile(1, { size: 128 }))
    await share(alex)

    const hd = await copy(steve, 'Alex')
    await giveNode(site, steve.id, 'player.skin.hd')
    const allowed = await copy(steve, 'Alex')
    await giveNode(site, steve.id, '-player.skin.upload')
    const denied = await copy(steve, 'Alex')

    assert.deepEqual([hd, allowed, denied].map(outcome), [
      '403 texture.hdnotallowed',
      '200',
      '403 auth.forbidden',
    ])
  },
  { settings: { skinSharing: 'on' } },
)

sqliteTest('a player looks up at most twenty shared skins in ten minutes', async (site) => {
  const steve = await site.player('Steve')

  const replies = []
  for (let count = 0; count < 21; count += 1) replies.push(await copy(steve, `Player${count}`))

  assert.deepEqual(tally(replies), { '404 skin.notshared': 20, '429 request.toomany': 1 })
})

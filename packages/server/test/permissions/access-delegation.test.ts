import assert from 'node:assert/strict'
import { outcome, tally } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { elsewhere, sqliteStaffTest, staffTest } from '../support/staff.ts'
import { DONE, editorFixture, NO } from './editor-fixture.ts'

/** Whether `mod`, who holds only what their role allows, can give or remove these personal nodes. */
const HOLDS: [node: string, mayGive: boolean][] = [
  ['player.skin.hd', true],
  ['Player.Skin.HD', true],
  ['player.skin.*', true],
  ['player.skin.*.*', true],
  ['player.skin.upload.fast', true],
  ['essentials.fly', true],
  ['panel.players.*', true],
  ['panel.players.2fa', true],
  ['launcher.build.main', true],
  ['launcher.build.unlisted', true],
  ['player.cape.upload', true], // allowed by the default role
  ['player.*', false],
  ['player.*.upload', false],
  ['player.*.hd', false],
  ['player.cape.hd', false],
  ['player.skin', false],
  ['*', false],
  ['*.*', false],
  ['*.skin.*', false],
  ['panel.*', false],
  ['panel.keys.manage', false],
  ['panel.*.edit', false],
  ['launcher.build.test', false],
  ['launcher.build.*', false], // their role denies one build
  ['launcher.*', false],
  ['essentials.*', false],
  ['something.else', false],
]

sqliteStaffTest(
  'an editor cannot give permissions that they lack, by any pattern',
  async (site) => {
    const { mod, steve } = await editorFixture(site)
    const given: [string, boolean][] = []
    const denied: [string, boolean][] = []

    for (const [node] of HOLDS) {
      const path = `/admin/players/${steve.id}`
      const reply = await mod.patch(path, { permissions: [node] })
      assert.ok([DONE, NO].includes(outcome(reply)))
      given.push([node, reply.status === 200])
      await mod.patch(path, { permissions: [] })
      const denial = await mod.patch(path, { permissions: [`-${node}`] })
      denied.push([node, denial.status === 200])
      await clearNodes(site, steve.id)
    }

    assert.deepEqual(given, HOLDS)
    assert.deepEqual(
      denied,
      HOLDS.map(([node, mayGive]) => [node, mayGive || !/^panel|^\*/.test(node)]), // see access-disarm
    )
  },
)

sqliteStaffTest('an editor cannot remove a denial of a permission that they lack', async (site) => {
  const { owner, mod, steve } = await editorFixture(site)
  const path = `/admin/players/${steve.id}`
  const taken: [string, boolean][] = []

  for (const [node] of HOLDS) {
    await owner.patch(path, { permissions: [`-${node}`] })
    taken.push([node, (await mod.patch(path, { permissions: [] })).status === 200])
  }

  assert.deepEqual(taken, HOLDS)
})

sqliteStaffTest(
  'an editor may keep or remove permissions that the player already has',
  async (site) => {
    const { owner, mod, steve } = await editorFixture(site)
    const path = `/admin/players/${steve.id}`
    await owner.patch(path, { permissions: ['panel.keys.manage', '-player.cape.upload', 'a.b'] })

    const kept = await mod.patch(path, {
      permissions: ['a.b', 'player.skin.hd', 'panel.keys.manage', '-player.cape.upload'],
    })
    const taken = await mod.patch(path, { permissions: ['-player.cape.upload'] })

    assert.deepEqual([kept, taken].map(outcome), [DONE, DONE])
  },
)

sqliteStaffTest(
  'an editor cannot extend a permission that they lack, nor shorten its denial',
  async (site) => {
    const { owner, mod, steve } = await editorFixture(site)
    const path = `/admin/players/${steve.id}`
    const [may, june] = ['2030-05-01T00:00:00.000Z', '2030-06-01T00:00:00.000Z']
    const change = async (node: string, from: string | null, to: string | null) => {
      await owner.patch(path, { permissions: [{ node, expiresAt: from }] })
      return outcome(await mod.patch(path, { permissions: [{ node, expiresAt: to }] }))
    }

    const outcomes = [
      await change('player.cape.hd', may, june),
      await change('player.cape.hd', may, null),
      await change('player.cape.hd', june, may),
      await change('player.cape.hd', null, may),
      await change('-player.cape.hd', may, june),
      await change('-player.cape.hd', may, null),
      await change('-player.cape.hd', june, may),
      await change('-player.cape.hd', null, may),
      await change('player.skin.hd', may, null),
      await change('-player.skin.hd', null, may),
    ]

    assert.deepEqual(outcomes, [NO, NO, DONE, DONE, DONE, DONE, NO, NO, DONE, DONE])
  },
)

sqliteStaffTest(
  'an editor cannot grant a rank or node with a permission that they lack',
  async (site) => {
    const { owner, mod, steve } = await editorFixture(site)
    await owner.group('skins', ['player.skin.hd', '-player.cape.hd'])
    await owner.group('capes', ['player.cape.hd'])
    const path = `/admin/players/${steve.id}/groups`

    const given = await mod.post(path, { group: 'skins', days: 1 })
    const denial = await mod.post(path, { node: '-player.cape.hd', days: 1 })
    const others = [
      await mod.post(path, { group: 'capes', days: 1 }),
      await mod.post(path, { node: 'player.cape.hd', days: 1 }),
      await mod.post(path, { node: 'player.*', days: 1 }),
      await mod.delete(`${path}/${denial.body.grant.id}`),
    ]
    const capes = await owner.post(path, { group: 'capes', days: 1 })
    const taken = await mod.delete(`${path}/${capes.body.grant.id}`)

    assert.deepEqual([given, denial, taken].map(outcome), [DONE, DONE, '204'])
    assert.deepEqual(tally(others), { [NO]: 4 })
  },
)

sqliteStaffTest(
  'an editor cannot revoke a rank that denies the player a permission the editor lacks',
  async (site) => {
    const { owner, mod, steve } = await editorFixture(site)
    await owner.group('plain', ['-player.cape.hd', 'essentials.kit'])
    const path = `/admin/players/${steve.id}`
    const take = async () => {
      const { body } = await owner.post(`${path}/groups`, { group: 'plain', days: 1 })
      return outcome(await mod.delete(`${path}/groups/${body.grant.id}`))
    }

    const nothingHidden = await take()
    await owner.patch(path, { roles: ['caped'] })
    const hidden = await take()
    await owner.patch(`/admin/players/${mod.id}`, { permissions: ['player.cape.hd'] })
    const held = await take()

    assert.deepEqual([nothingHidden, hidden, held], ['204', NO, '204'])
  },
)

staffTest(
  'an editor cannot give a permission after losing it, on any instance',
  async (site) => {
    const { owner, mod, steve } = await editorFixture(site)
    const there = elsewhere(site, mod, 1)
    const path = `/admin/players/${steve.id}`
    const give = () => there.patch(path, { permissions: ['player.skin.hd'] })

    const before = await give()
    await owner.patch(path, { permissions: [] })
    await owner.patch(`/admin/players/${mod.id}`, { permissions: ['-player.skin.hd'] })
    const without = await give()
    await owner.patch(`/admin/players/${mod.id}`, { permissions: [], roles: ['helper'] })
    const demoted = await give()

    assert.deepEqual([before, without, demoted].map(outcome), [DONE, NO, NO])
  },
  { instances: 2 },
)

async function clearNodes(site: Site, playerId: string): Promise<void> {
  await site.app.db.deleteFrom('player_node').where('player_id', '=', playerId).execute()
}

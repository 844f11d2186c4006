import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../src/platform/clock.ts'
import { outcome, type Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openOwner, openStaff, type Staff, sqliteStaffTest } from '../support/staff.ts'
import { DONE, NO } from './editor-fixture.ts'

/** The panel permissions of a shop manager: enough to change ranks, roles and players. */
const MANAGES = [
  ...['panel.access', 'panel.groups.edit', 'panel.roles.edit'],
  ...['panel.players.read', 'panel.players.access', 'panel.players.groups'],
]

sqliteStaffTest(
  'a shop manager cannot deny panel permissions to an administrator through a rank',
  async (site) => {
    const { owner, manager } = await openFixture(site)
    await owner.role('admin', 100, ['panel.*'])
    const admin = await openStaff(site, 'Admin', { roles: ['admin'] })
    await owner.post(`/admin/players/${admin.id}/groups`, { group: 'gold', forever: true })

    const replies = [
      await manager.patch('/admin/groups/gold', { permissions: ['-panel.*'] }),
      await manager.patch('/admin/groups/gold', { permissions: ['-panel.players.*'] }),
      await manager.patch('/admin/groups/gold', { permissions: ['-*'] }),
    ]

    assert.deepEqual(replies.map(outcome), [NO, NO, NO])
    assert.ok((await admin.permissions()).includes('panel.players.ban'))
  },
)

/** Denials, and whether the manager may put them into effect. */
const DENIALS: [node: string, may: boolean][] = [
  ['-panel.*', false],
  ['!panel.*', false],
  ['-panel.players.*', false],
  ['-panel.players.ban', false],
  ['-PANEL.Players.Ban', false],
  ['-*', false],
  ['-*.*', false],
  ['-*.players.*', false],
  ['-*.players.ban', false],
  ['-*.*.ban', false],
  ['-panel.*.edit', false],
  ['-panel.yet.unknown', false],
  ['-panel.roles.edit', true], // the manager holds this permission
  ['-panel.access', true],
  ['-player.skin.hd', true], // concerns the game, where no player has power over others
  ['-player.*', true],
  ['-launcher.build.*', true],
  ['-essentials.*', true],
  ['-*.skin.upload', false], // it would also deny `panel.skin.upload`, if that existed
]

/** Every way by which an editor can put a denial into effect, with what the owner has to prepare. */
const ways: Record<string, (fixture: Fixture, node: string) => Promise<Reply>> = {
  'a new role': ({ by }, node) =>
    by.post('/admin/roles', { id: 'bad', name: 'Bad', permissions: [node] }),
  'a new rank': ({ by }, node) =>
    by.post('/admin/groups', { id: 'bad', name: 'Bad', permissions: [node] }),
  'a role': ({ by }, node) => by.patch('/admin/roles/vip', { permissions: [node] }),
  'a rank': ({ by }, node) => by.patch('/admin/groups/gold', { permissions: [node] }),
  'the default role': ({ by }, node) => by.patch('/admin/roles/default', { permissions: [node] }),
  'the role of unconfirmed players': ({ by }, node) =>
    by.patch('/admin/roles/unactivated', { permissions: [node] }),
  'a higher priority': async ({ owner, by }, node) => {
    await owner.patch('/admin/roles/vip', { permissions: [node] })
    return by.patch('/admin/roles/vip', { priority: 2 })
  },
  'a lower priority': async ({ owner, by }, node) => {
    await owner.patch('/admin/roles/vip', { permissions: [node] })
    return by.patch('/admin/roles/vip', { priority: 0 })
  },
  'a personal node': ({ by, player }, node) => by.patch(player, { permissions: [node] }),
  'a longer personal node': async ({ owner, by, player, day, week }, node) => {
    await owner.patch(player, { permissions: [{ node, expiresAt: day }] })
    return by.patch(player, { permissions: [{ node, expiresAt: week }] })
  },
  'assigning a role': async ({ owner, by, player }, node) => {
    await owner.patch('/admin/roles/vip', { permissions: [node] })
    return by.patch(player, { roles: ['vip'] })
  },
  'granting a rank': async ({ owner, by, player }, node) => {
    await owner.patch('/admin/groups/gold', { permissions: [node] })
    return by.post(`${player}/groups`, { group: 'gold', days: 1 })
  },
  'extending a rank': async ({ owner, by, player }, node) => {
    await owner.patch('/admin/groups/gold', { permissions: [node] })
    await owner.post(`${player}/groups`, { group: 'gold', days: 1 })
    return by.post(`${player}/groups`, { group: 'gold', days: 1 })
  },
  'scheduling a rank': async ({ owner, by, player, day }, node) => {
    await owner.patch('/admin/groups/gold', { permissions: [node] })
    return by.post(`${player}/groups`, { group: 'gold', startsAt: day, days: 1 })
  },
  'a single-node grant': ({ by, player }, node) => by.post(`${player}/groups`, { node, days: 1 }),
}

for (const [way, bring] of Object.entries(ways)) {
  sqliteStaffTest(
    `an editor cannot use ${way} to deny panel permissions that they do not hold`,
    async (site) => {
      const { owner, manager, steve } = await openFixture(site)
      const player = `/admin/players/${steve.id}`
      const [day, week] = [1, 7].map((days) => isoInstant(site.now() + days * DAY))
      const seen: [string, boolean][] = []

      for (const [node] of DENIALS) {
        await clear(site, steve.id)
        const fixture = { owner, by: manager, player, day: day ?? '', week: week ?? '' }
        const reply = await bring(fixture, node)
        assert.ok([DONE, NO].includes(outcome(reply)), `${node}: ${outcome(reply)}`)
        seen.push([node, outcome(reply) === DONE])
      }

      const isMove = way.endsWith('priority') // a new priority requires everything in the role, also about the game
      assert.deepEqual(
        seen,
        DENIALS.map(([node, may]) => [node, may && !(isMove && !node.startsWith('-panel'))]),
      )
    },
  )
}

type Fixture = { owner: Staff; by: Staff; player: string; day: string; week: string }

/** Opens a site with a role `vip`, a rank `gold` and a manager. The role of the manager is the lowest. */
async function openFixture(site: Site) {
  const owner = await openOwner(site)
  await owner.role('manager', 3, MANAGES)
  await owner.role('vip', 1)
  await owner.group('gold')
  const manager = await openStaff(site, 'Manager', { roles: ['manager'] })
  return { owner, manager, steve: await openStaff(site, 'Steve') }
}

/** Removes all denials of the previous round. */
async function clear({ app: { db } }: Site, playerId: string): Promise<void> {
  await db.deleteFrom('player_node').where('player_id', '=', playerId).execute()
  await db.deleteFrom('player_role').where('player_id', '=', playerId).execute()
  await db.deleteFrom('donate_grant').where('player_id', '=', playerId).execute()
  await db.deleteFrom('bundle').where('id', '=', 'bad').execute()
  const plain = { permissions: '[]', priority: 1 }
  await db.updateTable('bundle').set(plain).where('id', '!=', 'manager').execute()
}

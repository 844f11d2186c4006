import assert from 'node:assert/strict'
import { change } from '../../src/audit/change.ts'
import { createGrant } from '../../src/permissions/grants/create-grant.ts'
import { replaceNodes } from '../../src/permissions/replace-nodes.ts'
import { replaceRoles } from '../../src/permissions/replace-roles.ts'
import { outcome } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openStaff, type Staff, sqliteStaffTest } from '../support/staff.ts'
import { DONE, editorFixture, NO } from './editor-fixture.ts'

/** Tries every change of a player that an editor could make. */
async function tryAll(editor: Staff, target: Staff): Promise<string[]> {
  const path = `/admin/players/${target.id}`
  const given = await editor.post(`${path}/groups`, { node: 'player.skin.hd', days: 1 })
  return [
    given,
    await editor.delete(`${path}/groups/${given.body.grant?.id ?? 'unknown'}`),
    await editor.patch(path, { roles: [] }),
    await editor.patch(path, { permissions: [] }),
    await editor.patch(path, { permissions: ['player.skin.hd'] }),
  ].map(outcome)
}

sqliteStaffTest(
  'an editor cannot edit themselves or players with an equal or higher priority',
  async (site) => {
    const { owner, mod, steve } = await editorFixture(site)
    const peer = await openStaff(site, 'Peer', { roles: ['mod'] })
    const admin = await openStaff(site, 'Admin', { roles: ['admin', 'vip'] })
    const vip = await openStaff(site, 'Vip', { roles: ['vip', 'helper'], ip: '198.51.100.1' })

    const below = [await tryAll(mod, steve), await tryAll(mod, vip), await tryAll(admin, mod)]
    const above = [
      await tryAll(peer, peer),
      await tryAll(peer, admin),
      await tryAll(peer, owner),
      await tryAll(admin, admin),
      await tryAll(admin, owner),
    ]

    assert.deepEqual(below, Array(3).fill([DONE, '204', DONE, DONE, DONE]))
    assert.deepEqual(above, Array(5).fill(Array(5).fill(NO)))
  },
)

sqliteStaffTest(
  'a superuser edits every player, and only superusers edit a superuser',
  async (site) => {
    const { owner } = await editorFixture(site)
    const other = await openStaff(site, 'Other', { superuser: true })
    const admin = await openStaff(site, 'Admin', { roles: ['admin'] })

    const bySuperuser = [
      await tryAll(owner, admin),
      await tryAll(owner, other),
      await tryAll(owner, owner),
    ]
    const byAdmin = await tryAll(admin, other)

    assert.deepEqual(bySuperuser, Array(3).fill([DONE, '204', DONE, DONE, DONE]))
    assert.deepEqual(byAdmin, Array(5).fill(NO))
  },
)

sqliteStaffTest(
  'an editor without roles cannot edit any player, whatever permissions the editor holds',
  async (site) => {
    const { owner, steve } = await editorFixture(site)
    const vip = await openStaff(site, 'Vip', { roles: ['vip'] })
    const rich = await openStaff(site, 'Rich', { nodes: ['*'] })

    const alone = [await tryAll(rich, steve), await tryAll(rich, vip)]
    await owner.role('zero', 0)
    await owner.patch(`/admin/players/${rich.id}`, { roles: ['zero'] })
    const withRole = [await tryAll(rich, steve), await tryAll(rich, vip)]

    const none = Array(5).fill(NO)
    assert.deepEqual(alone, [none, none])
    assert.deepEqual(withRole, [[DONE, '204', DONE, DONE, DONE], none])
  },
)

sqliteStaffTest('an editor can assign only roles below their own', async (site) => {
  const { owner, mod, steve } = await editorFixture(site)
  await owner.role('peer', 50)
  await owner.role('chief', 51)
  const give = (roles: string[]) => mod.patch(`/admin/players/${steve.id}`, { roles })

  const replies = {
    below: await give(['vip']),
    two: await give(['vip', 'helper', 'jailed']),
    own: await give(['vip', 'helper', 'jailed', 'mod']),
    asHigh: await give(['peer']),
    higher: await give(['vip', 'chief']),
    above: await give(['admin']),
    cape: await give(['vip', 'caped']),
    build: await give(['tester']),
    unknown: await give(['vip', 'unknown']),
    group: await owner.group('gold').then(() => give(['gold'])),
    banned: await give(['banned']),
  }

  assert.deepEqual(
    Object.fromEntries(Object.entries(replies).map(([name, reply]) => [name, outcome(reply)])),
    {
      below: DONE,
      two: DONE,
      own: NO,
      asHigh: NO,
      higher: NO,
      above: NO,
      cape: NO,
      build: NO,
      unknown: '404 role.notfound',
      group: '404 role.notfound',
      banned: '409 role.system',
    },
  )
  assert.deepEqual(await rolesOf(site, steve.id), ['helper', 'jailed', 'vip'])
})

sqliteStaffTest('each change of a player requires its own permission', async (site) => {
  const { owner, steve } = await editorFixture(site)
  await owner.role('clerk', 60, ['panel.players.read', 'player.skin.hd'])
  const clerk = await openStaff(site, 'Clerk', { roles: ['clerk'] })
  const by = { actor: clerk.id, ip: null }
  const node = 'player.skin.hd'
  const tryAll = () =>
    Promise.allSettled([
      change(site.app, by, (work) => replaceRoles(site.app, work, steve, ['vip'])),
      change(site.app, by, (work) =>
        replaceNodes(site.app, work, steve, [{ node, expiresAt: null }]),
      ),
      createGrant(site.app, by, steve, { grantable: { node }, period: { days: 1 } }),
    ])

  const without = await tryAll()
  const permissions = ['panel.players.access', 'panel.players.groups', node]
  await owner.patch('/admin/roles/clerk', { permissions })
  const withThem = await tryAll()

  assert.deepEqual(
    without.map((result) => (result.status === 'rejected' ? result.reason.code : 'done')),
    Array(3).fill('auth.forbidden'),
  )
  assert.deepEqual(
    withThem.map(({ status }) => status),
    Array(3).fill('fulfilled'),
  )
})

sqliteStaffTest(
  'an editor cannot remove a role that denies a permission they lack',
  async (site) => {
    const { owner, mod, steve } = await editorFixture(site)
    const path = `/admin/players/${steve.id}`
    await owner.patch(path, { roles: ['caped', 'capeless', 'jailed'] })

    const kept = await mod.patch(path, { roles: ['caped', 'capeless', 'jailed', 'vip'] })
    const freed = await mod.patch(path, { roles: ['caped', 'capeless'] }) // the editor holds player.skin.upload
    const capes = await mod.patch(path, { roles: ['caped'] })
    const without = await mod.patch(path, { roles: ['capeless'] })

    assert.deepEqual([kept, freed, capes, without].map(outcome), [DONE, DONE, NO, DONE])
    assert.deepEqual(await rolesOf(site, steve.id), ['capeless'])
  },
)

async function rolesOf(site: Site, playerId: string): Promise<string[]> {
  const rows = await site.app.db
    .selectFrom('player_role')
    .select('role_id')
    .where('player_id', '=', playerId)
    .execute()
  return rows.map((row) => row.role_id).sort()
}

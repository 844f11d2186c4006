import assert from 'node:assert/strict'
import { outcome, tally } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openOwner, openStaff, sqliteStaffTest } from '../support/staff.ts'

const DONE = '200'
const NO = '403 auth.forbidden'

/** Creates an editor `mod` who may change roles and ranks, but holds no cape permissions. */
async function openEditors(site: Site) {
  const owner = await openOwner(site)
  await owner.role('admin', 100, ['panel.*', 'player.*'])
  await owner.role('mod', 50, [
    'panel.access',
    'panel.roles.edit',
    'panel.groups.edit',
    'player.skin.*',
  ])
  const mod = await openStaff(site, 'Mod', { roles: ['mod'] })
  return { owner, mod }
}

sqliteStaffTest('an editor can create only roles below their own', async (site) => {
  const { mod } = await openEditors(site)
  const make = (id: string, priority: number, permissions: string[] = []) =>
    mod.post('/admin/roles', { id, name: id, priority, permissions })

  const outcomes = [
    await make('a', 49),
    await make('b', -5, ['player.skin.hd', 'panel.access']),
    await make('c', 49, ['-player.*', '-panel.roles.edit']),
    await make('d', 50),
    await make('e', 1000),
    await make('f', 1, ['player.skin.hd', 'player.cape.hd']),
    await make('g', 1, ['*']),
    await make('h', 1, ['panel.*']),
    await make('admin', 1), // the ID is taken, which the editor may learn
    await make('a', 60),
  ].map(outcome)

  assert.deepEqual(outcomes, [DONE, DONE, DONE, NO, NO, NO, NO, NO, '409 bundle.taken', NO])
})

sqliteStaffTest(
  'an editor can change only roles below their own, and cannot raise them to that level',
  async (site) => {
    const { owner, mod } = await openEditors(site)
    await owner.role('low', 10, ['player.skin.hd'])
    await owner.role('peer', 50)
    const change = (id: string, body: object) => mod.patch(`/admin/roles/${id}`, body)

    const outcomes = [
      await change('low', { name: 'Low' }),
      await change('low', { priority: 49 }),
      await change('low', { priority: 50 }),
      await change('low', { priority: 51 }),
      await change('peer', { name: 'Peer' }),
      await change('peer', { priority: 1 }),
      await change('mod', { name: 'Mine' }),
      await change('mod', { permissions: ['panel.access'] }),
      await change('admin', { permissions: [] }),
      await mod.delete('/admin/roles/peer'),
      await mod.delete('/admin/roles/mod'),
      await mod.delete('/admin/roles/admin'),
      await mod.delete('/admin/roles/low'),
    ].map(outcome)

    assert.deepEqual(outcomes, [DONE, DONE, ...Array(10).fill(NO), '204'])
  },
)

sqliteStaffTest('an editor cannot add a permission that they lack to a role', async (site) => {
  const { owner, mod } = await openEditors(site)
  await owner.role('low', 10, ['player.cape.hd', '-player.cape.upload', '-player.skin.upload'])
  const set = (permissions: string[]) => mod.patch('/admin/roles/low', { permissions })

  const outcomes = [
    await set(['player.cape.hd', '-player.cape.upload']), // the editor holds player.skin.*
    await set(['player.cape.hd', '-player.cape.upload', 'player.skin.hd', '-launcher.*']),
    await set(['player.cape.hd', '-player.cape.upload', 'player.cape.*']),
    await set(['player.cape.hd', 'player.skin.hd', '-launcher.*', '-a.*']), // the default role allows capes
    await set(['player.cape.hd', '-a.*']), // the editor does not hold launcher.*
    await set(['-launcher.*', '-a.*']),
    await set(['-launcher.*', '-a.*', 'player.cape.hd']),
    await set(['-launcher.*']),
    await set(['-launcher.*', '-a.*', '-panel.*']), // a panel denial requires the permission, which the editor lacks
    await set(['-launcher.*', '-a.*', '-panel.roles.edit']),
  ].map(outcome)

  assert.deepEqual(outcomes, [DONE, DONE, NO, DONE, NO, DONE, NO, NO, NO, DONE])
})

sqliteStaffTest(
  'an editor cannot change the priority of a role that contains a permission they lack',
  async (site) => {
    const { owner, mod } = await openEditors(site)
    await owner.role('allows', 10, ['player.cape.hd'])
    await owner.role('denies', 10, ['-player.cape.hd'])
    await owner.role('skins', 10, ['player.skin.hd', '-player.skin.upload'])
    const move = (id: string, body: object = {}) =>
      mod.patch(`/admin/roles/${id}`, { priority: 20, ...body })

    const outcomes = [
      await move('allows'),
      await move('denies'),
      await move('denies', { permissions: [] }),
      await move('allows', { permissions: [] }),
      await move('skins'),
      await move('allows', { priority: 10, name: 'Same' }),
    ].map(outcome)

    assert.deepEqual(outcomes, [NO, NO, NO, NO, DONE, DONE])
  },
)

sqliteStaffTest(
  'an editor cannot delete a role or rank that denies a permission they lack',
  async (site) => {
    const { owner, mod } = await openEditors(site)
    await owner.role('capeless', 10, ['-player.cape.hd', 'panel.keys.manage'])
    await owner.role('skinless', 10, ['-player.skin.*', 'panel.keys.manage'])
    await owner.group('poor', ['-player.cape.hd'])
    await owner.group('rich', ['player.cape.hd', '-player.skin.hd'])

    const outcomes = [
      await mod.delete('/admin/roles/capeless'),
      await mod.delete('/admin/roles/skinless'),
      await mod.delete('/admin/groups/poor'),
      await mod.delete('/admin/groups/rich'),
      await mod.patch('/admin/groups/poor', { permissions: [] }),
      await mod.patch('/admin/groups/poor', { permissions: ['-player.cape.hd', 'player.cape.hd'] }),
      await mod.patch('/admin/groups/poor', { permissions: ['-player.cape.hd', 'player.skin.hd'] }),
      await mod.post('/admin/groups', { id: 'new', name: 'New', permissions: ['player.cape.hd'] }),
    ].map(outcome)

    assert.deepEqual(outcomes, [NO, '204', NO, '204', NO, NO, DONE, NO])
  },
)

sqliteStaffTest(
  'an editor of roles can change system roles within the permissions that they hold',
  async (site) => {
    const { mod } = await openEditors(site)
    const set = (id: string, permissions: string[]) =>
      mod.patch(`/admin/roles/${id}`, { permissions })

    const outcomes = [
      await set('default', ['player.cape.upload', 'player.skin.upload', 'player.skin.hd']),
      await set('default', ['player.cape.upload', 'player.cape.hd']),
      await set('banned', []), // removes a denial of everything
      await set('banned', ['-*', '-player.*']),
      await set('unactivated', ['-panel.*']),
    ].map(outcome)

    assert.deepEqual(outcomes, [DONE, NO, NO, DONE, NO])
  },
)

sqliteStaffTest('a refused change changes nothing and is not audited', async (site) => {
  const { owner, mod } = await openEditors(site)
  await owner.role('low', 10, ['a.b'])
  const count = async () => (await site.app.db.selectFrom('audit').select('id').execute()).length
  const before = await count()

  const replies = [
    await mod.patch('/admin/roles/low', { name: 'X', priority: 60 }),
    await mod.patch('/admin/roles/low', { name: 'X', permissions: ['*'] }),
    await mod.post('/admin/roles', { id: 'x', name: 'X', priority: 99 }),
    await mod.delete('/admin/roles/admin'),
  ]
  const low = await owner.get('/admin/roles/low')
  const admin = await owner.get('/admin/roles/admin')

  assert.deepEqual(tally(replies), { [NO]: 4 })
  assert.deepEqual([low.body.name, low.body.priority, low.body.permissions], ['LOW', 10, ['a.b']])
  assert.equal(admin.status, 200)
  assert.equal(await count(), before)
})

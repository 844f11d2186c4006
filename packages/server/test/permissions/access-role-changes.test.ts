import assert from 'node:assert/strict'
import { bearer, outcome, tally } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { auditsOf, elsewhere, openOwner, openStaff } from '../support/staff.ts'

siteTest(
  'deleting a role takes it from its players immediately on every instance',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 1, ['player.skin.hd'])
    const steve = await openStaff(site, 'Steve', { roles: ['vip'] })
    const there = elsewhere(site, steve, 1)

    const before = await there.permissions()
    await owner.delete('/admin/roles/vip')
    const after = await there.permissions()
    await owner.role('vip', 1, ['player.cape.hd'])
    const renewed = await there.permissions()

    const own = ['player.cape.upload', 'player.skin.upload']
    assert.deepEqual(
      [before, after, renewed],
      [['player.cape.upload', 'player.skin.hd', 'player.skin.upload'], own, own],
    )
  },
  { instances: 2 },
)

siteTest(
  'changes of a role take effect at the next request to another instance',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('helper', 1, ['panel.access'])
    const steve = await openStaff(site, 'Steve', { roles: ['helper'] })
    const there = elsewhere(site, steve, 1)

    const may = await there.get('/admin/roles')
    await owner.patch('/admin/roles/helper', { permissions: [] })
    const mayNot = await there.get('/admin/roles')
    await owner.patch('/admin/roles/helper', { permissions: ['*', '-panel.access'] })
    const stillNot = await there.get('/admin/roles')
    await owner.patch('/admin/roles/helper', { permissions: ['panel.*'] })
    const mayAgain = await there.get('/admin/roles')

    assert.deepEqual([may, mayNot, stillNot, mayAgain].map(outcome), [
      '200',
      '403 auth.forbidden',
      '403 auth.forbidden',
      '200',
    ])
  },
  { instances: 2 },
)

sqliteTest(
  'reading roles requires panel.access, changing roles requires panel.roles.edit',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 1)
    const reader = await openStaff(site, 'Reader', { nodes: ['panel.access'] })
    const player = await openStaff(site, 'Steve')
    const body = { id: 'x', name: 'X' }

    const calls = [reader, player].map(async (caller) => [
      outcome(await caller.get('/admin/roles')),
      outcome(await caller.get('/admin/roles/vip')),
      outcome(await caller.post('/admin/roles', body)),
      outcome(await caller.patch('/admin/roles/vip', { name: 'X' })),
      outcome(await caller.delete('/admin/roles/vip')),
    ])
    const anonymous = await Promise.all([
      site.browser().get('/admin/roles'),
      site.browser().send('POST', '/admin/roles', body),
      site.browser().send('PATCH', '/admin/roles/vip', {}, bearer('junk')),
    ])

    const no = '403 auth.forbidden'
    assert.deepEqual(await Promise.all(calls), [['200', '200', no, no, no], Array(5).fill(no)])
    assert.deepEqual(tally(anonymous), { '401 auth.unauthorized': 3 })
  },
)

sqliteTest('changes of roles are audited with actor, old and new values', async (site) => {
  const owner = await openOwner(site)
  await owner.role('vip', 1, ['a.b'])
  site.wait(1)
  await owner.patch('/admin/roles/vip', { priority: 2 })
  await owner.patch('/admin/roles/vip', { priority: 2 }) // no change
  site.wait(1)
  await owner.delete('/admin/roles/vip')

  const rows = await auditsOf(site, 'role.')

  const by = { actor: owner.id, target: 'vip', ip: '127.0.0.1' }
  const old = JSON.stringify({ name: 'VIP', priority: 1, permissions: ['a.b'] })
  const changed = JSON.stringify({ name: 'VIP', priority: 2, permissions: ['a.b'] })
  assert.deepEqual(rows, [
    { action: 'role.created', ...by, before: null, after: old },
    { action: 'role.changed', ...by, before: old, after: changed },
    { action: 'role.deleted', ...by, before: changed, after: null },
  ])
})

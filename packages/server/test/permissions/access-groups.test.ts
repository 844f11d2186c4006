import assert from 'node:assert/strict'
import { DAY } from '../../src/platform/clock.ts'
import { outcome, type Reply, tally } from '../support/browser.ts'
import {
  auditsOf,
  elsewhere,
  openOwner,
  openStaff,
  sqliteStaffTest,
  staffTest,
} from '../support/staff.ts'

sqliteStaffTest('a rank can be created, shown, changed and deleted', async (site) => {
  const owner = await openOwner(site)
  const wanted = { id: 'gold', name: 'Золото', permissions: ['player.skin.HD', '!essentials.fly'] }

  const made = await owner.post('/admin/groups', { ...wanted, priority: 5 })
  const shown = await owner.get('/admin/groups/gold')
  const changed = await owner.patch('/admin/groups/gold', { permissions: ['b.*', 'a'] })
  const renamed = await owner.patch('/admin/groups/gold', { name: 'Gold', priority: 7 })
  const gone = await owner.delete('/admin/groups/gold')
  const again = await owner.get('/admin/groups/gold')

  const look = { color: null, icon: null }
  const permissions = ['-essentials.fly', 'player.skin.hd']
  const group = { id: 'gold', name: 'Золото', ...look, permissions }
  assert.deepEqual([made.status, made.body], [200, group])
  assert.deepEqual(shown.body, group)
  assert.deepEqual(changed.body, { ...group, permissions: ['a', 'b.*'] })
  assert.deepEqual(renamed.body, { id: 'gold', name: 'Gold', ...look, permissions: ['a', 'b.*'] })
  assert.deepEqual([gone.status, again.status, again.body.error], [204, 404, 'group.notfound'])
})

sqliteStaffTest(
  'ranks are listed by ID in pages, and found by a part of their ID or name',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 5)
    for (const id of ['iron', 'gold', 'diamond']) await owner.group(id)

    const all = await owner.get('/admin/groups')
    const first = await owner.get('/admin/groups?limit=2')
    const second = await owner.get(`/admin/groups?limit=2&cursor=${first.body.next}`)
    const found = await owner.get('/admin/groups?query=MON')

    const ids = ({ body }: Reply) => body.items.map(({ id }: { id: string }) => id)
    assert.deepEqual([all, first, second, found].map(ids), [
      ['diamond', 'gold', 'iron'],
      ['diamond', 'gold'],
      ['iron'],
      ['diamond'],
    ])
    assert.deepEqual([all.body.next, second.body.next], [null, null])
  },
)

staffTest(
  'deleting a rank ends its grants immediately and keeps them in the history',
  async (site) => {
    const owner = await openOwner(site)
    await owner.group('gold', ['player.skin.hd'])
    const steve = await openStaff(site, 'Steve')
    const path = `/admin/players/${steve.id}/groups`
    await owner.post(path, { group: 'gold', days: 1 })
    site.wait(2 * DAY)
    await owner.post(path, { group: 'gold', days: 30 })
    site.wait(1)
    await owner.post(path, { group: 'gold', days: 30, startsAt: '2030-06-01' })
    const there = elsewhere(site, steve, 1)

    const before = await there.get('/auth/me')
    site.wait(DAY)
    const gone = await owner.delete('/admin/groups/gold')
    const after = await there.get('/auth/me')
    const { body } = await owner.get(path)
    await owner.group('gold', ['player.skin.hd'])
    const renewed = await there.get('/auth/me')

    const groupsOf = ({ body }: Reply) => body.user.groups.map(({ id }: { id: string }) => id)
    assert.equal(gone.status, 204)
    assert.deepEqual([before, after, renewed].map(groupsOf), [['gold'], [], []])
    assert.deepEqual(
      body.items.map((grant: Record<string, unknown>) => [
        grant.group,
        grant.running,
        grant.startsAt,
        grant.takenAt,
      ]),
      [
        ['gold', false, '2030-06-01T00:00:00.000Z', '2030-01-04T12:00:00.001Z'],
        ['gold', false, '2030-01-03T12:00:00.000Z', '2030-01-04T12:00:00.001Z'],
        ['gold', false, '2030-01-01T12:00:00.000Z', null], // expired before the rank was deleted
      ],
    )
  },
  { instances: 2 },
)

sqliteStaffTest(
  'endpoints for roles find no ranks, and endpoints for ranks find no roles',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 1)
    await owner.group('gold')

    const replies = [
      await owner.get('/admin/groups/vip'),
      await owner.patch('/admin/groups/vip', { name: 'X' }),
      await owner.delete('/admin/groups/vip'),
      await owner.get('/admin/groups/default'),
      await owner.delete('/admin/groups/default'),
      await owner.get('/admin/groups/%00'),
      await owner.delete('/admin/groups/%00'),
      await owner.post(`/admin/players/${owner.id}/groups`, { group: 'vip', forever: true }),
      await owner.post(`/admin/players/${owner.id}/groups`, { group: 'default', forever: true }),
    ]

    assert.deepEqual(tally(replies), { '404 group.notfound': 9 })
  },
)

sqliteStaffTest('changing ranks requires panel.groups.edit', async (site) => {
  const owner = await openOwner(site)
  await owner.group('gold')
  const editor = await openStaff(site, 'Editor', { nodes: ['panel.groups.edit'] })
  const other = await openStaff(site, 'Other', { nodes: ['panel.access', 'panel.roles.edit'] })
  const body = { id: 'x', name: 'X' }

  const may = [
    outcome(await editor.post('/admin/groups', body)),
    outcome(await editor.patch('/admin/groups/gold', { name: 'Y' })),
    outcome(await editor.delete('/admin/groups/x')),
    outcome(await editor.get('/admin/groups')),
  ]
  const mayNot = [
    outcome(await other.get('/admin/groups')),
    outcome(await other.post('/admin/groups', body)),
    outcome(await other.patch('/admin/groups/gold', { name: 'Y' })),
    outcome(await other.delete('/admin/groups/gold')),
  ]

  const no = '403 auth.forbidden'
  assert.deepEqual(may, ['200', '200', '204', no])
  assert.deepEqual(mayNot, ['200', no, no, no])
})

sqliteStaffTest('changes of ranks are audited with actor, old and new values', async (site) => {
  const owner = await openOwner(site)
  await owner.group('gold', ['a.b'])
  site.wait(1)
  await owner.patch('/admin/groups/gold', { name: 'Gold' })
  site.wait(1)
  await owner.delete('/admin/groups/gold')

  const audits = await auditsOf(site, 'group.')

  const by = { actor: owner.id, target: 'gold', ip: '127.0.0.1' }
  const rest = { priority: 0, permissions: ['a.b'], color: null, icon: null }
  const old = JSON.stringify({ name: 'GOLD', ...rest })
  const changed = JSON.stringify({ name: 'Gold', ...rest })
  assert.deepEqual(audits, [
    { action: 'group.created', ...by, before: null, after: old },
    { action: 'group.changed', ...by, before: old, after: changed },
    { action: 'group.deleted', ...by, before: changed, after: null },
  ])
})

import assert from 'node:assert/strict'
import { changeSetting } from '../src/settings/change-setting.ts'
import { bearer, outcome, type Reply, tally } from './browser.ts'
import { type Site, siteTest } from './site.ts'
import { auditsOf, elsewhere, openOwner, openStaff } from './staff.ts'

const SYSTEM = ['default', 'banned', 'unactivated']

siteTest('a role is made, shown, changed and deleted', async (site) => {
  const owner = await openOwner(site)
  const wanted = {
    id: 'moderator',
    name: 'Модератор',
    priority: 50,
    permissions: ['panel.players.read', 'Panel.Access', '!panel.keys.manage', 'PANEL.ACCESS'],
  }

  const made = await owner.post('/admin/roles', wanted)
  const shown = await owner.get('/admin/roles/moderator')
  const changed = await owner.patch('/admin/roles/moderator', { name: 'Mod', permissions: ['a.*'] })
  const moved = await owner.patch('/admin/roles/moderator', { priority: -7 })
  const gone = await owner.delete('/admin/roles/moderator')
  const again = await owner.get('/admin/roles/moderator')

  const role = {
    id: 'moderator',
    name: 'Модератор',
    priority: 50,
    permissions: ['-panel.keys.manage', 'panel.access', 'panel.players.read'],
    system: false,
    players: 0,
  }
  assert.deepEqual([made.status, made.body], [200, role])
  assert.deepEqual(shown.body, role)
  assert.deepEqual(changed.body, { ...role, name: 'Mod', permissions: ['a.*'] })
  assert.deepEqual(moved.body, { ...role, name: 'Mod', permissions: ['a.*'], priority: -7 })
  assert.deepEqual([gone.status, gone.text], [204, ''])
  assert.deepEqual([again.status, again.body.error], [404, 'role.notfound'])
})

siteTest('the priority and the permissions of a role may be left out', async (site) => {
  const owner = await openOwner(site)

  const { body } = await owner.post('/admin/roles', { id: 'vip', name: 'VIP' })

  assert.deepEqual(body, {
    id: 'vip',
    name: 'VIP',
    priority: 0,
    permissions: [],
    system: false,
    players: 0,
  })
})

siteTest('roles are listed from the highest priority down, page by page', async (site) => {
  const owner = await openOwner(site)
  for (const [id, priority] of [
    ['low', -5],
    ['b', 7],
    ['a', 7],
    ['high', 100],
  ] as const) {
    await owner.role(id, priority)
  }

  const all = await owner.get('/admin/roles')
  const ids: string[] = []
  for (let next = ''; ; ) {
    const { body } = await owner.get(`/admin/roles?limit=2${next}`)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    if (body.next === null) break
    next = `&cursor=${body.next}`
  }

  const order = ['high', 'a', 'b', 'banned', 'default', 'unactivated', 'low']
  assert.deepEqual([all.status, all.body.next], [200, null])
  assert.deepEqual(
    all.body.items.map(
      ({ id, system, players }: { id: string; system: boolean; players: number | null }) => [
        id,
        system,
        players,
      ],
    ),
    order.map((id) => [id, SYSTEM.includes(id), SYSTEM.includes(id) ? null : 0]),
  )
  assert.deepEqual(ids, order)
})

siteTest(
  'roles are found by a part of their id or name, in any letter case and alphabet',
  async (site) => {
    const owner = await openOwner(site)
    await owner.post('/admin/roles', { id: 'moderator', name: 'Модератор' })
    await owner.post('/admin/roles', { id: 'helper', name: 'Помощник' })

    const found: unknown[] = []
    for (const query of ['MODER', 'щник', 'ПОМОЩ', '%', '_']) {
      const { body } = await owner.get(`/admin/roles?query=${encodeURIComponent(query)}`)
      found.push(body.items.map(({ id }: { id: string }) => id))
    }

    assert.deepEqual(found, [['moderator'], ['helper'], ['helper'], [], []])
  },
)

siteTest('a role says how many have it', async (site) => {
  const owner = await openOwner(site)
  await owner.role('vip', 1)
  await openStaff(site, 'Steve', { roles: ['vip'] })
  await openStaff(site, 'Alex', { roles: ['vip'] })

  const { body } = await owner.get('/admin/roles/vip')

  assert.equal(body.players, 2)
})

siteTest('a build is written in any case, and one that is not listed is kept', async (site) => {
  const owner = await openOwner(site)
  const steve = await openStaff(site, 'Steve')
  const permissions = ['launcher.build.MAIN', 'launcher.build.Beta.2', 'launcher.build.gone']
  await owner.role('vip', 1, permissions)
  await site.app.db
    .insertInto('player_role')
    .values({ player_id: steve.id, role_id: 'vip' })
    .execute()

  const unlisted = await steve.permissions()
  await setBuilds(site, 'Main, BETA.2')
  const listed = await steve.permissions()
  await setBuilds(site, 'Main, gone')
  const returned = await steve.permissions()
  const { body } = await owner.get('/admin/roles/vip')

  const own = ['player.cape.upload', 'player.skin.upload']
  assert.deepEqual(unlisted, own)
  assert.deepEqual(listed, ['launcher.build.BETA.2', 'launcher.build.Main', ...own])
  assert.deepEqual(returned, ['launcher.build.Main', 'launcher.build.gone', ...own])
  assert.deepEqual(body.permissions, [
    'launcher.build.beta.2',
    'launcher.build.gone',
    'launcher.build.main',
  ])
})

siteTest('system roles have permissions, and nothing else of a role', async (site) => {
  const owner = await openOwner(site)

  const replies: Reply[] = []
  for (const id of SYSTEM) {
    replies.push(await owner.delete(`/admin/roles/${id}`))
    replies.push(await owner.patch(`/admin/roles/${id}`, { priority: 5 }))
  }
  const changed = await owner.patch('/admin/roles/default', {
    name: 'Игрок',
    priority: 0,
    permissions: ['player.skin.hd'],
  })
  const steve = await openStaff(site, 'Steve')

  assert.deepEqual(tally(replies), { '409 role.system': 6 })
  assert.deepEqual(changed.body, {
    id: 'default',
    name: 'Игрок',
    priority: 0,
    permissions: ['player.skin.hd'],
    system: true,
    players: null,
  })
  assert.deepEqual(await steve.permissions(), ['player.skin.hd'])
})

siteTest(
  'deleting a role takes it from its players at once, at every server',
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
  'changes of a role hold at the next request of another server',
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

siteTest(
  'roles are for those who may open the panel, and changed by those who may change them',
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
    const strangers = await Promise.all([
      site.browser().get('/admin/roles'),
      site.browser().send('POST', '/admin/roles', body),
      site.browser().send('PATCH', '/admin/roles/vip', {}, bearer('junk')),
    ])

    const no = '403 auth.forbidden'
    assert.deepEqual(await Promise.all(calls), [['200', '200', no, no, no], Array(5).fill(no)])
    assert.deepEqual(tally(strangers), { '401 auth.unauthorized': 3 })
  },
)

siteTest('who changed which role is written down, old and new', async (site) => {
  const owner = await openOwner(site)
  await owner.role('vip', 1, ['a.b'])
  site.wait(1)
  await owner.patch('/admin/roles/vip', { priority: 2 })
  await owner.patch('/admin/roles/vip', { priority: 2 }) // changes nothing
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

async function setBuilds(site: Site, text: string): Promise<void> {
  await changeSetting(site.app, { name: 'launcherBuilds', text }, { actor: 'command', ip: null })
}

import assert from 'node:assert/strict'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { type Reply, tally } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner, openStaff } from '../support/staff.ts'

const SYSTEM = ['default', 'banned', 'unactivated']

sqliteTest('a role can be created, shown, changed and deleted', async (site) => {
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

sqliteTest(
  'a role created without priority and permissions has priority 0 and no permissions',
  async (site) => {
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
  },
)

sqliteTest('roles are listed by priority, highest first, in pages', async (site) => {
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
  'roles are found by a part of their ID or name, in any letter case and alphabet',
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

siteTest('the response for a role contains the number of its players', async (site) => {
  const owner = await openOwner(site)
  await owner.role('vip', 1)
  await openStaff(site, 'Steve', { roles: ['vip'] })
  await openStaff(site, 'Alex', { roles: ['vip'] })

  const { body } = await owner.get('/admin/roles/vip')

  assert.equal(body.players, 2)
})

siteTest(
  'a build permission is accepted in any letter case, and kept while the build is unlisted',
  async (site) => {
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
  },
)

sqliteTest(
  'system roles cannot be deleted or moved, only renamed and given permissions',
  async (site) => {
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
  },
)

async function setBuilds(site: Site, text: string): Promise<void> {
  await changeSetting(site.app, { actor: 'command', ip: null }, { name: 'launcherBuilds', text })
}

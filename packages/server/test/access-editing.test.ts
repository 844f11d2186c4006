import assert from 'node:assert/strict'
import { giveGrant } from '../src/access/give-grant.ts'
import { replaceNodes } from '../src/access/replace-nodes.ts'
import { replaceRoles } from '../src/access/replace-roles.ts'
import { outcome, tally } from './browser.ts'
import type { Site } from './site.ts'
import { elsewhere, openOwner, openStaff, type Staff, staffTest } from './staff.ts'

const DONE = '200'
const NO = '403 auth.forbidden'

/** Who may edit whom is a matter of these roles; `mod` may change players, roles and groups. */
async function openCourt(site: Site) {
  const owner = await openOwner(site)
  await owner.role('admin', 100, ['panel.*', 'player.*', '-panel.keys.manage'])
  await owner.role('mod', 50, [
    ...['panel.access', 'panel.players.*', 'panel.roles.edit', 'panel.groups.edit'],
    ...['player.skin.*', 'launcher.build.*', '-launcher.build.test', 'essentials.fly'],
  ])
  await owner.role('helper', 20, ['panel.access'])
  await owner.role('vip', 10, ['player.skin.hd'])
  await owner.role('caped', 10, ['player.cape.hd'])
  await owner.role('tester', 10, ['launcher.build.test'])
  await owner.role('jailed', 5, ['-player.skin.upload'])
  await owner.role('capeless', 5, ['-player.cape.upload', '-player.cape.hd'])
  const mod = await openStaff(site, 'Mod', { roles: ['mod'] })
  return { owner, mod, steve: await openStaff(site, 'Steve') }
}

/** Everything of a player that an editor could try to change. */
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

staffTest('nobody edits a player who stands as high as he does, himself included', async (site) => {
  const { owner, mod, steve } = await openCourt(site)
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
})

staffTest('a superuser edits everybody, and nobody else edits a superuser', async (site) => {
  const { owner } = await openCourt(site)
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
})

staffTest('without a role of his own nobody edits anybody, whatever else he has', async (site) => {
  const { owner, steve } = await openCourt(site)
  const vip = await openStaff(site, 'Vip', { roles: ['vip'] })
  const rich = await openStaff(site, 'Rich', { nodes: ['*'] })

  const alone = [await tryAll(rich, steve), await tryAll(rich, vip)]
  await owner.role('zero', 0)
  await owner.patch(`/admin/players/${rich.id}`, { roles: ['zero'] })
  const withRole = [await tryAll(rich, steve), await tryAll(rich, vip)]

  const none = Array(5).fill(NO)
  assert.deepEqual(alone, [none, none])
  assert.deepEqual(withRole, [[DONE, '204', DONE, DONE, DONE], none])
})

staffTest(
  'nobody gives a role that is not below his own, or that holds what he does not',
  async (site) => {
    const { owner, mod, steve } = await openCourt(site)
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
  },
)

staffTest('to edit a player takes the permission for what is edited', async (site) => {
  const { owner, steve } = await openCourt(site)
  await owner.role('clerk', 60, ['panel.players.read', 'player.skin.hd'])
  const clerk = await openStaff(site, 'Clerk', { roles: ['clerk'] })
  const by = { actor: clerk.id, ip: null }
  const node = 'player.skin.hd'
  const tryAll = () =>
    Promise.allSettled([
      replaceRoles(site.app, by, steve, ['vip']),
      replaceNodes(site.app, by, steve, [{ node, expiresAt: null }]),
      giveGrant(site.app, by, steve, { gift: { node }, period: { days: 1 } }),
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

staffTest(
  'a role that a player has already is no gift, and taking one that denies is',
  async (site) => {
    const { owner, mod, steve } = await openCourt(site)
    const path = `/admin/players/${steve.id}`
    await owner.patch(path, { roles: ['caped', 'capeless', 'jailed'] })

    const kept = await mod.patch(path, { roles: ['caped', 'capeless', 'jailed', 'vip'] })
    const freed = await mod.patch(path, { roles: ['caped', 'capeless'] }) // he may upload skins himself
    const capes = await mod.patch(path, { roles: ['caped'] })
    const without = await mod.patch(path, { roles: ['capeless'] })

    assert.deepEqual([kept, freed, capes, without].map(outcome), [DONE, DONE, NO, DONE])
    assert.deepEqual(await rolesOf(site, steve.id), ['capeless'])
  },
)

/** What `mod` can give and take as personal nodes: he holds what his role says, and no more. */
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
  ['player.cape.upload', true], // everybody has it
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
  ['launcher.build.*', false], // one build is denied to him
  ['launcher.*', false],
  ['essentials.*', false],
  ['something.else', false],
]

staffTest('nobody gives what he does not have, by whichever pattern', async (site) => {
  const { mod, steve } = await openCourt(site)
  const given: [string, boolean][] = []
  const denied: string[] = []

  for (const [node] of HOLDS) {
    const path = `/admin/players/${steve.id}`
    const reply = await mod.patch(path, { permissions: [node] })
    assert.ok([DONE, NO].includes(outcome(reply)))
    given.push([node, reply.status === 200])
    await mod.patch(path, { permissions: [] })
    denied.push(outcome(await mod.patch(path, { permissions: [`-${node}`] })))
    await clearNodes(site, steve.id)
  }

  assert.deepEqual(given, HOLDS)
  assert.deepEqual(denied, Array(HOLDS.length).fill(DONE)) // whoever may edit a player may deny him anything
})

staffTest('to take a denial away is to give', async (site) => {
  const { owner, mod, steve } = await openCourt(site)
  const path = `/admin/players/${steve.id}`
  const taken: [string, boolean][] = []

  for (const [node] of HOLDS) {
    await owner.patch(path, { permissions: [`-${node}`] })
    taken.push([node, (await mod.patch(path, { permissions: [] })).status === 200])
  }

  assert.deepEqual(taken, HOLDS)
})

staffTest(
  'what a player has already may stay, and be taken, by whoever may edit him',
  async (site) => {
    const { owner, mod, steve } = await openCourt(site)
    const path = `/admin/players/${steve.id}`
    await owner.patch(path, { permissions: ['panel.keys.manage', '-player.cape.upload', 'a.b'] })

    const kept = await mod.patch(path, {
      permissions: ['a.b', 'player.skin.hd', 'panel.keys.manage', '-player.cape.upload'],
    })
    const taken = await mod.patch(path, { permissions: ['-player.cape.upload'] })

    assert.deepEqual([kept, taken].map(outcome), [DONE, DONE])
  },
)

staffTest('for longer is more, and a denial for not as long is more too', async (site) => {
  const { owner, mod, steve } = await openCourt(site)
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
})

staffTest(
  'donate groups and permissions are given by those who hold what is in them',
  async (site) => {
    const { owner, mod, steve } = await openCourt(site)
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

staffTest('a donate group that denies is taken by those who hold what it hid', async (site) => {
  const { owner, mod, steve } = await openCourt(site)
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
})

staffTest(
  'what an editor lost he cannot give any more, at any server',
  async (site) => {
    const { owner, mod, steve } = await openCourt(site)
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

async function rolesOf(site: Site, playerId: string): Promise<string[]> {
  const rows = await site.app.db
    .selectFrom('player_role')
    .select('role_id')
    .where('player_id', '=', playerId)
    .execute()
  return rows.map((row) => row.role_id).sort()
}

async function clearNodes(site: Site, playerId: string): Promise<void> {
  await site.app.db.deleteFrom('player_node').where('player_id', '=', playerId).execute()
}

import assert from 'node:assert/strict'
import { change } from '../../src/audit/change.ts'
import { lockEditable } from '../../src/permissions/lock-editable.ts'
import { type NodeInput, replaceNodes } from '../../src/permissions/replace-nodes.ts'
import { replaceRoles } from '../../src/permissions/replace-roles.ts'
import { requireSuperuser } from '../../src/permissions/superusers/require-superuser.ts'
import { DAY } from '../../src/platform/clock.ts'
import { Refusal } from '../../src/platform/errors.ts'
import type { Site } from '../support/site.ts'
import {
  auditsOf,
  elsewhere,
  openOwner,
  openStaff,
  sqliteStaffTest,
  staffTest,
} from '../support/staff.ts'

const BY_COMMAND = { actor: 'command', ip: null }
const OWN = ['player.cape.upload', 'player.skin.upload']

/** Returns the refusal of a use case and the fields it names, or `done` without a refusal. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [
      error.code,
      ...(error.details.fields ?? []).map(({ field, keyword }) => `${field}:${keyword}`),
    ].join(' ')
  }
}

function give(site: Site, player: { id: string }, nodes: readonly (string | [string, number])[]) {
  const wanted: NodeInput[] = nodes.map((node) =>
    typeof node === 'string' ? { node, expiresAt: null } : { node: node[0], expiresAt: node[1] },
  )
  return outcomeOf(
    change(site.app, BY_COMMAND, (work) => replaceNodes(site.app, work, player, wanted)),
  )
}

sqliteStaffTest('a personal permission expires exactly at its end', async (site) => {
  const steve = await openStaff(site, 'Steve')
  const end = site.now() + DAY

  await give(site, steve, [
    ['player.skin.hd', end],
    ['-player.skin.upload', end + 1],
    'essentials.fly',
  ])
  const during = await steve.permissions()
  site.wait(DAY - 1)
  const last = await steve.permissions()
  site.wait(1)
  const over = await steve.permissions()
  site.wait(1)
  const after = await steve.permissions()

  const full = ['essentials.fly', 'player.cape.upload', 'player.skin.hd']
  assert.deepEqual([during, last], [full, full])
  assert.deepEqual(over, ['essentials.fly', 'player.cape.upload'])
  assert.deepEqual(after, ['essentials.fly', ...OWN])
})

staffTest('saving personal nodes replaces all nodes of the player', async (site) => {
  const steve = await openStaff(site, 'Steve')
  const end = site.now() + DAY

  const outcomes = [
    await give(site, steve, ['a.b', 'c.d', ['e.f', end]]),
    await give(site, steve, ['!A.B', 'c.D', 'C.d', ['E.f', end + 1]]),
  ]
  const rows = await nodesOf(site, steve.id)
  outcomes.push(await give(site, steve, []))

  assert.deepEqual(outcomes, ['done', 'done', 'done'])
  assert.deepEqual(rows, [
    ['-a.b', null],
    ['c.d', null],
    ['e.f', end + 1],
  ])
  assert.deepEqual(await nodesOf(site, steve.id), [])
})

sqliteStaffTest('the refusal of invalid personal nodes names each invalid node', async (site) => {
  const steve = await openStaff(site, 'Steve')
  await give(site, steve, ['a.b'])
  const now = site.now()

  const outcomes = [
    await give(site, steve, ['ok', 'a b', 'x.**']),
    await give(site, steve, ['ok', ['a', now], ['b', now - 1], ['c', now + 1]]),
    await give(site, steve, ['a', ['A', now + 1]]),
    await give(site, steve, ['a', 'KERNEL.provider']),
    await outcomeOf(
      change(site.app, BY_COMMAND, (work) => replaceNodes(site.app, work, { id: 'nobody' }, [])),
    ),
  ]

  assert.deepEqual(outcomes, [
    'request.invalid permissions.1.node:node permissions.2.node:node',
    'request.invalid permissions.1.expiresAt:past permissions.2.expiresAt:past',
    'request.invalid permissions.1.node:repeated',
    'permission.notassignable',
    'player.notfound',
  ])
  assert.deepEqual(await nodesOf(site, steve.id), [['a.b', null]])
})

staffTest(
  'a role assigned by command takes effect at the next request to another instance',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 1, ['player.skin.hd'])
    const steve = await openStaff(site, 'Steve')
    const there = elsewhere(site, steve, 1)

    const before = await there.permissions()
    await change(site.app, BY_COMMAND, (work) =>
      replaceRoles(site.app, work, steve, ['vip', 'vip']),
    )
    const given = await there.get('/auth/me')
    await change(site.app, BY_COMMAND, (work) => replaceRoles(site.app, work, steve, []))
    const taken = await there.permissions()

    assert.deepEqual([before, taken], [OWN, OWN])
    assert.deepEqual(given.body.user.roles, ['default', 'vip'])
    assert.deepEqual(given.body.user.permissions, [
      'player.cape.upload',
      'player.skin.hd',
      'player.skin.upload',
    ])
  },
  { instances: 2 },
)

sqliteStaffTest(
  'changes of roles and personal nodes are audited with actor, old and new values',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 1)
    const steve = await openStaff(site, 'Steve')
    const end = site.now() + DAY
    const by = { actor: owner.id, ip: '203.0.113.7' }

    for (const roles of [['vip'], ['vip'], []]) {
      await change(site.app, by, (work) => replaceRoles(site.app, work, steve, roles))
      site.wait(1)
    }
    for (const nodes of [
      ['a', 'b'],
      ['B', 'a'],
    ]) {
      const wanted = nodes.map((node) => ({ node, expiresAt: null }))
      await change(site.app, by, (work) => replaceNodes(site.app, work, steve, wanted))
      site.wait(1)
    }
    await change(site.app, by, (work) =>
      replaceNodes(site.app, work, steve, [{ node: 'a', expiresAt: end }]),
    )

    const audits = await auditsOf(site, 'player.')
    const acts = audits.filter(({ action }) => /roles|permissions/.test(action))
    const held = (...nodes: string[]) => nodes.map((node) => ({ node, expiresAt: null }))
    const on = { ...by, target: steve.id }
    assert.deepEqual(acts, [
      { action: 'player.roles', ...on, before: '[]', after: '["vip"]' },
      { action: 'player.roles', ...on, before: '["vip"]', after: '[]' },
      { action: 'player.permissions', ...on, before: '[]', after: JSON.stringify(held('a', 'b')) },
      {
        action: 'player.permissions',
        ...on,
        before: JSON.stringify(held('a', 'b')),
        after: JSON.stringify([{ node: 'a', expiresAt: end }]),
      },
    ])
  },
)

sqliteStaffTest('several changes in one transaction succeed or fail together', async (site) => {
  const owner = await openOwner(site)
  await owner.role('vip', 1)
  const steve = await openStaff(site, 'Steve')

  const both = change(site.app, BY_COMMAND, async (work) => {
    await replaceRoles(site.app, work, steve, ['vip'])
    await replaceNodes(site.app, work, steve, [{ node: 'kernel.x', expiresAt: null }])
  })

  assert.equal(await outcomeOf(both), 'permission.notassignable')
  assert.deepEqual((await steve.get('/auth/me')).body.user.roles, ['default'])
})

staffTest(
  'every editor of a player, including the command line, is checked by the same rules',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('mod', 50, ['panel.players.ban'])
    await owner.role('vip', 10)
    const mod = await openStaff(site, 'Mod', { roles: ['mod', 'vip'] })
    const vip = await openStaff(site, 'Vip', { roles: ['vip'] })
    const people = { owner, mod, vip }

    const table: Record<string, string> = {}
    for (const [editorName, editor] of [
      ...Object.entries(people),
      ['command', { id: 'command' }] as const,
    ]) {
      const by = { actor: editor.id, ip: null }
      for (const [name, { id }] of Object.entries(people)) {
        const locked = change(site.app, by, (work) => lockEditable(work, id, 'panel.players.ban'))
        table[`${editorName} ${name}`] = await outcomeOf(locked)
      }
      table[`${editorName} keys`] = await outcomeOf(change(site.app, by, requireSuperuser))
    }

    const no = 'auth.forbidden'
    assert.deepEqual(table, {
      'owner owner': 'done',
      'owner mod': 'done',
      'owner vip': 'done',
      'owner keys': 'done',
      'mod owner': no,
      'mod mod': no,
      'mod vip': 'done',
      'mod keys': no,
      'vip owner': no,
      'vip mod': no,
      'vip vip': no,
      'vip keys': no,
      'command owner': 'done',
      'command mod': 'done',
      'command vip': 'done',
      'command keys': 'done',
    })
  },
)

async function nodesOf(site: Site, playerId: string): Promise<unknown[]> {
  const rows = await site.app.db
    .selectFrom('player_node')
    .select(['node', 'expires_at'])
    .where('player_id', '=', playerId)
    .orderBy('node')
    .execute()
  return rows.map((row) => [row.node, row.expires_at])
}

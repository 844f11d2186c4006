import assert from 'node:assert/strict'
import { addNode } from '../../src/permissions/replace-nodes.ts'
import { addRole } from '../../src/permissions/replace-roles.ts'
import { DAY, isoInstant } from '../../src/platform/clock.ts'
import { tally } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { elsewhere, openOwner, openStaff, type Staff, staffTest } from '../support/staff.ts'

const TWO = { instances: 2 }
const MANY = 20

type Caller = ReturnType<typeof elsewhere>

/** Sends calls concurrently, alternating between two instances. */
function atOnce<T>(site: Site, staff: Staff, call: (at: Caller, turn: number) => Promise<T>) {
  const servers = [elsewhere(site, staff, 0), elsewhere(site, staff, 1)]
  return Promise.all(
    Array.from({ length: MANY }, (_, turn) => call(servers[turn % 2] ?? assert.fail(), turn)),
  )
}

staffTest(
  'only one of concurrent requests to create one role succeeds',
  async (site) => {
    const owner = await openOwner(site)

    const replies = await atOnce(site, owner, (at, turn) =>
      at.post('/admin/roles', { id: 'vip', name: `Name ${turn}` }),
    )

    const { body } = await owner.get('/admin/roles?query=Name')
    assert.deepEqual(tally(replies), { 200: 1, '409 bundle.taken': MANY - 1 })
    const winner = replies.find(({ status }) => status === 200)
    assert.deepEqual(body.items, [winner?.body])
  },
  TWO,
)

staffTest(
  'a role and a rank concurrently created with one ID do not both exist',
  async (site) => {
    const owner = await openOwner(site)

    const replies = await atOnce(site, owner, (at, turn) =>
      at.post(turn % 4 < 2 ? '/admin/roles' : '/admin/groups', { id: 'gold', name: 'Gold' }),
    )

    const found = [await owner.get('/admin/roles/gold'), await owner.get('/admin/groups/gold')]
    assert.deepEqual(tally(replies), { 200: 1, '409 bundle.taken': MANY - 1 })
    assert.deepEqual(found.map(({ status }) => status).sort(), [200, 404])
  },
  TWO,
)

staffTest(
  'concurrent grants of one rank add up their days',
  async (site) => {
    const owner = await openOwner(site)
    await owner.group('gold')
    const steve = await openStaff(site, 'Steve')
    const path = `/admin/players/${steve.id}/groups`

    const replies = await atOnce(site, owner, (at) => at.post(path, { group: 'gold', days: 1 }))
    const more = await atOnce(site, owner, (at) => at.post(path, { group: 'gold', days: 2 }))

    const { body } = await owner.get(path)
    assert.deepEqual(tally([...replies, ...more]), { 200: 2 * MANY })
    assert.equal(body.items.length, 1)
    assert.equal(body.items[0].expiresAt, isoInstant(site.now() + 3 * MANY * DAY))
  },
  TWO,
)

staffTest(
  'a permanent grant stays permanent despite concurrent temporary grants',
  async (site) => {
    const owner = await openOwner(site)
    const steve = await openStaff(site, 'Steve')
    const path = `/admin/players/${steve.id}/groups`

    const replies = await atOnce(site, owner, (at, turn) =>
      at.post(path, { node: 'a.b', ...(turn === 7 ? { forever: true } : { days: 1 }) }),
    )

    const { body } = await owner.get(path)
    assert.deepEqual(tally(replies), { 200: MANY })
    assert.deepEqual(
      body.items.map(({ expiresAt }: { expiresAt: string | null }) => expiresAt),
      [null],
    )
  },
  TWO,
)

staffTest(
  'only one of concurrent requests to revoke one grant succeeds',
  async (site) => {
    const owner = await openOwner(site)
    const path = `/admin/players/${owner.id}/groups`
    const { body } = await owner.post(path, { node: 'a.b', forever: true })

    const replies = await atOnce(site, owner, (at) => at.delete(`${path}/${body.grant.id}`))

    assert.deepEqual(tally(replies), { 204: 1, '404 grant.notfound': MANY - 1 })
  },
  TWO,
)

staffTest(
  'no player has a role that was deleted while it was assigned',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 1, ['player.skin.hd'])
    const steve = await openStaff(site, 'Steve')
    const alex = await openStaff(site, 'Alex')

    const replies = await atOnce(site, owner, (at, turn) =>
      turn === 9
        ? at.delete('/admin/roles/vip')
        : at.patch(`/admin/players/${turn % 4 < 2 ? steve.id : alex.id}`, { roles: ['vip'] }),
    )
    await owner.role('vip', 1, ['player.skin.hd'])

    const { 200: given = 0, '404 role.notfound': missed = 0, ...rest } = tally(replies)
    assert.deepEqual([rest, given + missed], [{ 204: 1 }, MANY - 1])
    assert.equal((await owner.get('/admin/roles/vip')).body.players, 0)
    assert.deepEqual(
      [await steve.permissions(), await alex.permissions()].map((list) => list.length),
      [2, 2],
    )
  },
  TWO,
)

staffTest(
  'no player has a rank that was deleted while it was granted',
  async (site) => {
    const owner = await openOwner(site)
    await owner.group('gold')
    const steve = await openStaff(site, 'Steve')
    const alex = await openStaff(site, 'Alex')

    const replies = await atOnce(site, owner, (at, turn) =>
      turn === 9
        ? at.delete('/admin/groups/gold')
        : at.post(`/admin/players/${turn % 4 < 2 ? steve.id : alex.id}/groups`, {
            group: 'gold',
            forever: true,
          }),
    )
    await owner.group('gold')

    const { 200: given = 0, '404 group.notfound': missed = 0, ...rest } = tally(replies)
    assert.deepEqual([rest, given + missed], [{ 204: 1 }, MANY - 1])
    for (const player of [steve, alex]) {
      assert.deepEqual((await player.get('/auth/me')).body.user.groups, [])
    }
  },
  TWO,
)

staffTest(
  'concurrent changes of different fields of a role are all kept',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 1)
    const changes = [{ name: 'Vip!' }, { priority: 7 }, { permissions: ['a.b'] }]

    const replies = await atOnce(site, owner, (at, turn) =>
      at.patch('/admin/roles/vip', changes[turn % 3] ?? {}),
    )

    const { body } = await owner.get('/admin/roles/vip')
    assert.deepEqual(tally(replies), { 200: MANY })
    assert.deepEqual([body.name, body.priority, body.permissions], ['Vip!', 7, ['a.b']])
  },
  TWO,
)

staffTest(
  'roles and nodes added to a player concurrently are all kept',
  async (site) => {
    const owner = await openOwner(site)
    const steve = await openStaff(site, 'Steve')
    const by = { actor: 'command', ip: null }
    const ids = Array.from({ length: MANY }, (_, turn) => `role-${String(turn).padStart(2, '0')}`)
    for (const id of ids) await owner.role(id, 1)
    const appAt = (turn: number) => site.instances[turn % 2]?.app ?? site.app

    await Promise.all([
      ...ids.map((id, turn) => addRole(appAt(turn), by, steve, id)),
      ...ids.map((id, turn) => addNode(appAt(turn), by, steve, { node: id, expiresAt: null })),
    ])

    const { user } = (await steve.get('/auth/me')).body
    assert.deepEqual(user.roles, ['default', ...ids])
    assert.deepEqual(user.permissions, ['player.cape.upload', 'player.skin.upload', ...ids])
  },
  TWO,
)

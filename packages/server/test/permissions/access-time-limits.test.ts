import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../src/platform/clock.ts'
import { outcome } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openOwner, openStaff, sqliteStaffTest } from '../support/staff.ts'
import { DONE, NO } from './editor-fixture.ts'

const HD = 'player.skin.hd'

sqliteStaffTest(
  'an editor with a temporary permission can give it only until the editor’s permission ends',
  async (site) => {
    const { owner, mod, steve, week, later } = await openLender(site)
    await owner.patch(mod.path, { permissions: [{ node: HD, expiresAt: week }] })
    const give = async (expiresAt: string | null) =>
      outcome(await mod.patch(steve.path, { permissions: [{ node: HD, expiresAt }] }))

    const outcomes = [await give(null), await give(later), await give(week)]
    await owner.patch(steve.path, { permissions: [HD] })
    const shorter = [await give(later), await give(null)]
    await owner.patch(mod.path, { permissions: [HD] })
    const held = await give(null)

    assert.deepEqual(outcomes, [NO, NO, DONE])
    assert.deepEqual(shorter, [DONE, NO]) // shortening a grant by another editor counts as removing
    assert.equal(held, DONE)
  },
)

sqliteStaffTest(
  'an editor cannot give a permission for longer than their own rank lasts',
  async (site) => {
    const { owner, mod, steve, week, later } = await openLender(site)
    await owner.group('gold', [HD])
    await owner.post(`${mod.path}/groups`, { group: 'gold', until: week })
    const grant = async (body: object) => outcome(await mod.post(`${steve.path}/groups`, body))

    const outcomes = [
      await grant({ group: 'gold', forever: true }),
      await grant({ group: 'gold', until: later }),
      await grant({ node: HD, days: 8 }),
      await grant({ node: HD, startsAt: isoInstant(site.now() + 6 * DAY), days: 2 }),
      await grant({ node: HD, startsAt: isoInstant(site.now() + 6 * DAY), days: 1 }),
      await grant({ group: 'gold', days: 4 }),
      await grant({ group: 'gold', days: 4 }), // eight days in total
      await grant({ group: 'gold', days: 3 }),
    ]

    assert.deepEqual(outcomes, [NO, NO, NO, NO, DONE, DONE, NO, DONE])
  },
)

sqliteStaffTest('an editor cannot put a temporary permission into a role or rank', async (site) => {
  const { owner, mod, steve, week } = await openLender(site)
  await owner.role('vip', 1, [HD])
  await owner.role('plain', 1)
  await owner.role('bare', 1, [`-${HD}`])
  await owner.group('gold')
  const ways = async () => [
    await mod.patch(steve.path, { roles: ['vip'] }),
    await mod.patch('/admin/roles/plain', { permissions: [HD] }),
    await mod.patch('/admin/roles/vip', { priority: 2 }),
    await mod.patch('/admin/roles/bare', { permissions: [] }),
    await mod.patch('/admin/groups/gold', { permissions: [HD] }),
    await mod.post('/admin/roles', { id: 'new', name: 'New', permissions: [HD] }),
    await mod.post('/admin/groups', { id: 'newer', name: 'New', permissions: [HD] }),
  ]

  await owner.patch(mod.path, { permissions: [{ node: HD, expiresAt: week }] })
  const lent = await ways()
  await owner.patch(mod.path, { permissions: [HD] })
  const held = await ways()

  assert.deepEqual(lent.map(outcome), Array(7).fill(NO))
  assert.deepEqual(held.map(outcome), Array(7).fill(DONE))
})

sqliteStaffTest(
  'an editor cannot remove a denial that lasts longer than their permission',
  async (site) => {
    const { owner, mod, steve, week, later } = await openLender(site)
    await owner.role('bare', 1, [`-${HD}`])
    await owner.group('plain', [`-${HD}`, 'a.b'])
    await owner.patch('/admin/roles/default', { permissions: [HD] })
    await owner.patch(mod.path, { permissions: [{ node: HD, expiresAt: week }] })
    await owner.patch('/admin/roles/mod', { permissions: ['panel.*', `-${HD}`, 'a.*'] })
    const takeNode = async (expiresAt: string | null) => {
      await owner.patch(steve.path, { permissions: [{ node: `-${HD}`, expiresAt }] })
      return outcome(await mod.patch(steve.path, { permissions: [] }))
    }
    const takeGroup = async (period: object) => {
      const { body } = await owner.post(`${steve.path}/groups`, { group: 'plain', ...period })
      const taken = await mod.delete(`${steve.path}/groups/${body.grant.id}`)
      await owner.delete(`${steve.path}/groups/${body.grant.id}`)
      return outcome(taken)
    }

    const nodes = [await takeNode(null), await takeNode(later), await takeNode(week)]
    const groups = [
      await takeGroup({ forever: true }),
      await takeGroup({ until: later }),
      await takeGroup({ until: week }),
    ]
    await owner.patch(steve.path, { roles: ['bare'], permissions: [] })
    const role = await mod.patch(steve.path, { roles: [] })

    assert.deepEqual(nodes, [NO, NO, DONE])
    assert.deepEqual(groups, [NO, NO, '204'])
    assert.equal(outcome(role), NO)
  },
)

sqliteStaffTest(
  'an editor cannot deny a panel permission for longer than they hold it',
  async (site) => {
    const { owner, mod, steve, week, later } = await openLender(site)
    await owner.patch('/admin/roles/mod', { permissions: ['panel.*', '-panel.news.edit'] })
    const node = 'panel.news.edit'
    await owner.patch(mod.path, { permissions: [{ node, expiresAt: week }] })
    const deny = async (expiresAt: string | null) =>
      outcome(await mod.patch(steve.path, { permissions: [{ node: `-${node}`, expiresAt }] }))

    assert.deepEqual([await deny(null), await deny(later), await deny(week)], [NO, NO, DONE])
  },
)

sqliteStaffTest(
  'an editor can give a permission only until the editor’s own scheduled denial begins',
  async (site) => {
    const { owner, mod, steve, week, later } = await openLender(site)
    await owner.patch('/admin/roles/mod', { permissions: ['panel.*', HD] })
    const give = async (expiresAt: string | null) =>
      outcome(await mod.patch(steve.path, { permissions: [{ node: HD, expiresAt }] }))

    await owner.post(`${mod.path}/groups`, { node: `-${HD}`, startsAt: week, days: 1 })
    const outcomes = [await give(null), await give(later), await give(week)]
    await owner.patch(mod.path, { permissions: [HD] }) // a personal node takes precedence over any grant
    outcomes.push(await give(null))

    assert.deepEqual(outcomes, [NO, NO, DONE, DONE])
  },
)

/**
 * Creates a moderator who may change the permissions of players, and a player. Also returns two instants: one in a
 * week, and a later one.
 */
async function openLender(site: Site) {
  const owner = await openOwner(site)
  await owner.role('mod', 50, ['panel.*'])
  const mod = await openStaff(site, 'Mod', { roles: ['mod'] })
  const steve = await openStaff(site, 'Steve')
  return {
    owner,
    mod: { ...mod, path: `/admin/players/${mod.id}` },
    steve: { ...steve, path: `/admin/players/${steve.id}` },
    week: isoInstant(site.now() + 7 * DAY),
    later: isoInstant(site.now() + 7 * DAY + 1),
  }
}

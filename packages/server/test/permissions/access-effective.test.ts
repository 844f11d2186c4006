import assert from 'node:assert/strict'
import { type DecisionInput, decide, type NodeSource } from '@portal/contract/decide'
import { parseNode, segmentsOf } from '@portal/contract/node'
import { seededRandom } from '../support/seeded-random.ts'
import { openOwner, openStaff, sqliteStaffTest } from '../support/staff.ts'

type Told = { source: string; nodes: string[] }

sqliteStaffTest(
  "the panel receives all sources of a player's permissions by precedence, with names",
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 5, ['player.skin.*'])
    await owner.role('elite', 9, ['player.cape.*'])
    await owner.group('gold', ['player.cape.hd'])
    const steve = await openStaff(site, 'Steve', {
      roles: ['vip', 'elite'],
      nodes: ['-player.cape.upload'],
    })
    await owner.post(`/admin/players/${steve.id}/groups`, { group: 'gold', days: 1 })
    await owner.post(`/admin/players/${steve.id}/groups`, { node: 'essentials.fly', days: 1 })
    await owner.post(`/admin/players/${steve.id}/ban`, { reason: 'griefing' })
    await owner.patch('/admin/roles/default', { name: 'All', permissions: ['player.skin.upload'] })

    const { status, body } = await owner.get('/admin/players/steve/standing')

    assert.equal(status, 200)
    assert.deepEqual(body, {
      superuser: false,
      restrictions: [{ source: 'role:banned', name: null, nodes: ['-*'] }],
      tiers: [
        [{ source: 'personal', name: null, nodes: ['-player.cape.upload'] }],
        [
          { source: 'group:gold', name: 'GOLD', nodes: ['player.cape.hd'] },
          { source: 'donate', name: null, nodes: ['essentials.fly'] },
        ],
        [{ source: 'role:elite', name: 'ELITE', nodes: ['player.cape.*'] }],
        [{ source: 'role:vip', name: 'VIP', nodes: ['player.skin.*'] }],
        [{ source: 'role:default', name: 'All', nodes: ['player.skin.upload'] }],
      ],
    })
  },
)

sqliteStaffTest(
  'the permissions shown in the panel equal those that the server enforces',
  async (site) => {
    const owner = await openOwner(site)
    const chance = seededRandom(20302)
    const steve = await openStaff(site, 'Steve')
    const path = `/admin/players/${steve.id}`
    const some = ['*', 'panel.*', '-panel.*', 'player.*', '-player.skin.*', 'player.skin.hd', '-*']
    const nodes = () => [...new Set(chance.some(3, () => chance.pick(some)))]
    const { body: listed } = await owner.get('/admin/permissions')
    const ids: string[] = listed.permissions.map(({ id }: { id: string }) => id)
    const registry = new Map(ids.map((id) => [id, { segments: segmentsOf(id) }]))

    const shown: string[][] = []
    const held: string[][] = []
    for (let round = 0; round < 12; round += 1) {
      await owner.patch(path, { permissions: nodes() })
      await owner.patch('/admin/roles/default', { permissions: nodes() })
      const { body } = await owner.get(`${path}/standing`)
      const standing: DecisionInput = {
        superuser: body.superuser,
        restrictions: body.restrictions.map(read),
        tiers: body.tiers.map((tier: Told[]) => tier.map(read)),
      }
      shown.push(ids.filter((id) => decide(standing, id, registry).allowed).sort())
      held.push(await steve.permissions())
    }

    assert.deepEqual(shown, held)
    assert.ok(new Set(held.map(String)).size > 3)
  },
)

function read({ source, nodes }: Told): NodeSource {
  const parsed = nodes.map((text) => parseNode(text)).filter((node) => node !== undefined)
  return { name: source, nodes: parsed }
}

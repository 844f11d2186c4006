import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openSite } from '../support/site.ts'
import { openOwner, openStaff } from '../support/staff.ts'
import { watchStatements } from '../support/watch-statements.ts'

const LARGE = ['player', 'player_role', 'player_node', 'donate_grant', 'ban', 'audit', 'session']

test('no SQL statement for permissions scans a table that grows with the players', async () => {
  using watch = watchStatements()
  const site = await openSite('SQLite', {
    env: { JWT_EXPIRES: '3650d', JWT_REFRESH_EXPIRES: '3650d' },
  })
  const owner = await openOwner(site)
  const steve = await openStaff(site, 'Steve')
  const path = `/admin/players/${steve.id}`

  await owner.role('vip', 1, ['player.skin.hd', '-player.cape.hd'])
  await owner.group('gold', ['player.cape.hd', '-player.skin.hd'])
  await owner.patch('/admin/roles/vip', { name: 'Vip', priority: 2 })
  await owner.patch('/admin/groups/gold', { name: 'Gold' })
  await owner.patch(path, { roles: ['vip'], permissions: ['a.b', '-c.d'] })
  const { body } = await owner.post(`${path}/groups`, { group: 'gold', days: 1 })
  await owner.post(`${path}/groups`, { group: 'gold', days: 1 })
  await owner.post(`${path}/groups`, { node: 'a.b', days: 1, startsAt: '2031-01-01' })
  const page = await owner.get(`${path}/groups?limit=1`)
  await owner.get(`${path}/groups?limit=1&cursor=${page.body.next}`)
  await owner.delete(`${path}/groups/${body.grant.id}`)
  await owner.get('/admin/roles?query=v&limit=1')
  await owner.get('/admin/groups?query=g')
  await owner.get('/admin/permissions')
  for (const player of ['steve', steve.id]) {
    await owner.get(`/admin/permissions/explain?player=${player}&permission=a.b`)
  }
  await owner.patch(path, { roles: [], permissions: [] })
  await owner.delete('/admin/roles/vip')
  await owner.delete('/admin/groups/gold')
  const plans = [...watch.seen].map((sql) => planOf(site.dataDir, sql))
  await site.close()

  const scans = plans.filter(({ steps }) =>
    steps.some((step) => LARGE.some((table) => new RegExp(`^SCAN ${table}\\b`).test(step))),
  )
  assert.deepEqual(scans, [])
  const searched = plans.flatMap(({ steps }) => steps).join('\n')
  for (const table of LARGE.slice(0, 5)) assert.match(searched, new RegExp(`SEARCH ${table}\\b`))
})

/** Returns SQLite's query plan for a statement; no steps for a statement without a plan. */
function planOf(dataDir: string, sql: string): { sql: string; steps: string[] } {
  if (!/^\s*(select|insert|update|delete|with)/i.test(sql)) return { sql, steps: [] }
  using database = new DatabaseSync(`${dataDir}/portal.db`)
  const rows = database.prepare(`explain query plan ${sql}`).all()
  return { sql, steps: rows.map(({ detail }) => String(detail)) }
}

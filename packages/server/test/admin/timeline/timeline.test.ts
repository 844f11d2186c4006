import assert from 'node:assert/strict'
import type { TimelineItem } from '@portal/contract'
import { writeAudit } from '../../../src/audit/write-audit.ts'
import { DAY } from '../../../src/platform/clock.ts'
import type { Site } from '../../support/site.ts'
import {
  openOwner,
  openStaff,
  type Staff,
  sqliteStaffTest,
  staffTest,
} from '../../support/staff.ts'

staffTest('the timeline lists what happened to a player, newest first', async (site) => {
  const boss = await openOwner(site)
  const steve = await site.player('Steve')
  await boss.group('gold')
  await boss.role('mod', 5)
  const path = `/admin/players/${steve.id}`
  const step = async (work: () => Promise<unknown>) => {
    site.wait(1000)
    await work()
  }
  await step(() => boss.post(`${path}/groups`, { group: 'gold', days: 1 }))
  await step(() => boss.post(`${path}/ban`, { reason: 'Griefing' }))
  await step(() => boss.delete(`${path}/ban`))
  await step(() => boss.patch(path, { roles: ['mod'] }))
  site.wait(2 * DAY)
  await step(() => boss.patch(path, { username: 'Stefan' }))

  const { status, body } = await boss.get(`${path}/timeline`)

  assert.equal(status, 200)
  assert.deepEqual(body.items.map(nameOf), [
    'ended GOLD',
    'player.roles',
    'player.unbanned',
    'player.banned',
    'grant.given',
    'login.succeeded',
  ])
  assert.equal(body.next, null)
  assert.deepEqual(body.items[1].audit.names, [{ id: 'mod', name: 'MOD' }])
  assert.equal(body.items[1].audit.actorName, 'Owner')
})

staffTest('a page of the timeline begins where the previous one ended', async (site) => {
  const boss = await openOwner(site)
  const steve = await site.player('Steve')
  await boss.group('gold')
  const path = `/admin/players/${steve.id}`
  for (let grant = 0; grant < 3; grant += 1) {
    site.wait(1000)
    await boss.post(`${path}/groups`, { group: 'gold', days: 1 })
    site.wait(2 * DAY)
  }
  await writeFailures(site, steve.id, 450)

  const [all, small, ranks] = [
    await read(boss, `${path}/timeline?limit=100`),
    await read(boss, `${path}/timeline?limit=1`),
    await read(boss, `${path}/timeline?limit=2&kind=ranks`),
  ]

  const given = ['ended GOLD', 'grant.given']
  assert.deepEqual(ranks.map(nameOf), [...given, ...given, ...given])
  assert.deepEqual(all.map(nameOf), [...given, ...given, ...given, 'login.succeeded'])
  assert.deepEqual(small, all)
})

sqliteStaffTest(
  'staff without access to the audit log see no addresses in a timeline',
  async (site) => {
    const boss = await openOwner(site)
    const steve = await site.player('Steve')
    const reader = await openStaff(site, 'Reader', {
      nodes: ['panel.access', 'panel.players.read'],
    })
    const nobody = await openStaff(site, 'Nobody', { nodes: ['panel.access', 'panel.audit.read'] })
    const path = `/admin/players/${steve.id}`
    await boss.post(`${path}/ban`, { reason: 'Griefing' })
    await boss.patch(path, { superuser: true })

    const seen = await reader.get(`${path}/timeline`)
    const logins = await reader.get(`${path}/timeline?kind=sign-ins`)
    const full = await boss.get(`${path}/timeline`)
    const refused = await nobody.get(`${path}/timeline`)

    assert.deepEqual(seen.body.items.map(nameOf), ['player.banned'])
    assert.equal(seen.body.items[0].audit.ip, null)
    assert.deepEqual(seen.body.kinds, ['bans', 'ranks', 'notes'])
    assert.deepEqual(logins.body.items, [])
    assert.equal(full.body.items.find(isBan).audit.ip, '127.0.0.1')
    assert.deepEqual(full.body.kinds, ['sign-ins', 'bans', 'ranks', 'roles', 'purchases', 'notes'])
    assert.equal(refused.status, 403)
  },
)

function isBan({ kind }: TimelineItem): boolean {
  return kind === 'bans'
}

function nameOf({ audit, ended }: TimelineItem): string {
  return audit?.action ?? `ended ${ended?.groupName}`
}

async function read(staff: Staff, path: string): Promise<TimelineItem[]> {
  const items: TimelineItem[] = []
  for (let cursor: string | null = ''; cursor !== null && items.length < 20; ) {
    const { status, body } = await staff.get(`${path}&cursor=${cursor}`.replace(/&cursor=$/, ''))
    assert.equal(status, 200)
    items.push(...body.items)
    cursor = body.next
  }
  return items
}

/** Writes audit entries of failed sign-ins, which the timeline does not show. */
async function writeFailures(site: Site, playerId: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    site.wait(-1000)
    await writeAudit(site.app, {
      action: 'login.missed',
      actor: null,
      target: playerId,
      ip: null,
    })
  }
  site.wait(count * 1000)
}

import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { DAY, MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { giveRole } from '../../support/administrator.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { namesOf, reader } from './player-reader.ts'

const BY_COMMAND = { actor: 'command', ip: null }

/** Makes a small crowd with one of everything. */
async function crowd(site: Site) {
  const ids: Record<string, string> = {}
  const of = { activated: false, superuser: true, twoFactor: true }
  for (const [name, given] of [
    ['Plain', {}],
    ['Fresh', { activated: false }],
    ['Boss', { superuser: true }],
    ['Guarded', { twoFactor: true }],
    ['Odd', of],
    ['Naughty', {}],
    ['Forgiven', {}],
    ['Served', {}],
  ] as const) {
    site.wait(SECOND)
    ids[name] = await insertAccount(site, name, given)
  }
  const ban = (name: string, expiresAt: number | null) =>
    banPlayer(site.app, BY_COMMAND, ids[name] ?? '', { reason: 'griefing', expiresAt })
  await ban('Served', site.now() + MINUTE)
  await ban('Naughty', site.now() + MINUTE)
  site.wait(2 * MINUTE)
  await ban('Odd', site.now() + DAY)
  site.wait(SECOND)
  await ban('Naughty', null)
  return ids
}

siteTest('every filter shows those it is about, and nobody else', async (site) => {
  const alex = await reader(site)
  await crowd(site)
  const list = async (query: Record<string, string>) =>
    namesOf((await alex.all('/admin/players', query)).items)

  const lists = {
    banned: await list({ banned: 'true' }),
    free: await list({ banned: 'false' }),
    fresh: await list({ activated: 'false' }),
    activated: await list({ activated: 'true' }),
    bosses: await list({ superuser: 'true' }),
    guarded: await list({ twoFactor: 'true' }),
    bossesGuarded: await list({ superuser: 'true', twoFactor: 'true', activated: 'false' }),
    bossesBanned: await list({ superuser: 'true', banned: 'true' }),
    bossesFree: await list({ superuser: 'true', banned: 'false' }),
    named: await list({ query: 'f', activated: 'true' }),
    bannedFresh: await list({ query: 'odd', banned: 'true', activated: 'false' }),
    contradiction: await list({ query: 'plain', banned: 'true' }),
  }

  assert.deepEqual(lists, {
    banned: ['Naughty', 'Odd'],
    free: ['Served', 'Forgiven', 'Guarded', 'Boss', 'Fresh', 'Plain', 'Zoe'],
    fresh: ['Odd', 'Fresh'],
    activated: ['Served', 'Forgiven', 'Naughty', 'Guarded', 'Boss', 'Plain', 'Zoe'],
    bosses: ['Odd', 'Boss'],
    guarded: ['Odd', 'Guarded'],
    bossesGuarded: ['Odd'],
    bossesBanned: ['Odd'],
    bossesFree: ['Boss'],
    named: ['Forgiven'],
    bannedFresh: ['Odd'],
    contradiction: [],
  })
})

siteTest('a role and a donate group show who has them now, each player once', async (site) => {
  const alex = await reader(site)
  const ids = await crowd(site)
  for (const name of ['Odd', 'Plain', 'Naughty']) {
    await giveRole(site, ids[name] ?? '', { id: 'helper' })
  }
  const gold = { id: 'gold', kind: 'group', name: 'Gold', priority: 0, permissions: '[]' }
  await site.app.db
    .insertInto('bundle')
    .values({ ...gold, created_at: 0 })
    .execute()
  const now = site.now()
  const grants: [name: string, startsAt: number, endsAt: number | null, takenAt: number | null][] =
    [
      ['Plain', now, now + DAY, null],
      ['Plain', now, null, null],
      ['Plain', now, now, null],
      ['Boss', now - DAY, now, null],
      ['Fresh', now + 1, null, null],
      ['Guarded', now - DAY, null, now],
      ['Odd', now - DAY, null, null],
    ]
  for (const [turn, [name, starts_at, ends_at, taken_at]] of grants.entries()) {
    const row = { id: `grant-${turn}`, player_id: ids[name] ?? '', group_id: 'gold', node: null }
    const rest = { starts_at, ends_at, taken_at, created_at: now, author: 'command' }
    await site.app.db
      .insertInto('donate_grant')
      .values({ ...row, ...rest })
      .execute()
  }
  const list = async (query: Record<string, string>) => {
    const { items } = await alex.all('/admin/players', { ...query, limit: '2' })
    return namesOf(items).sort()
  }

  const lists = {
    helper: await list({ role: 'helper' }),
    gold: await list({ group: 'gold' }),
    goldHelpers: await list({ group: 'gold', role: 'helper' }),
    goldSuperusers: await list({ group: 'gold', superuser: 'true' }),
    helpersNamed: await list({ query: 'na', role: 'helper' }),
    none: await list({ role: 'unknown' }),
  }

  assert.deepEqual(lists, {
    helper: ['Naughty', 'Odd', 'Plain'],
    gold: ['Odd', 'Plain'],
    goldHelpers: ['Odd', 'Plain'],
    goldSuperusers: ['Odd'],
    helpersNamed: ['Naughty'],
    none: [],
  })
})

siteTest('a page that finds little still goes on', async (site) => {
  const alex = await reader(site)
  site.wait(-1)
  await insertAccount(site, 'Needle')
  for (let turn = 0; turn < 520; turn += 1) {
    site.wait(1)
    await insertAccount(site, `Hay_${turn}`, { activated: false })
  }

  const first = await alex.get('/admin/players', { activated: true })
  const { items } = await alex.all('/admin/players', { activated: true })

  assert.deepEqual(first.body.items, [])
  assert.equal(typeof first.body.next, 'string')
  assert.deepEqual(namesOf(items), ['Zoe', 'Needle'])
})

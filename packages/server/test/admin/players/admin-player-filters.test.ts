import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { DAY, isoInstant, MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { giveRole, owner } from '../../support/administrator.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { namesOf, reader } from './player-reader.ts'

const BY_COMMAND = { actor: 'command', ip: null }

/** Makes a player for each filter. */
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

siteTest('every filter lists exactly the matching players', async (site) => {
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

siteTest('a filter by role or rank lists each current holder once', async (site) => {
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

siteTest('a filtered list whose first page is empty has a next page', async (site) => {
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

siteTest('the count of players follows every filter', async (site) => {
  const alex = await reader(site)
  const ids = await crowd(site)
  await giveRole(site, ids.Plain ?? '', { id: 'vip' })
  const count = async (query: Record<string, string>) =>
    (await alex.get('/admin/players/count', query)).body
  const listed = async (query: Record<string, string>) =>
    (await alex.all('/admin/players', query)).items.length
  const filters: Record<string, string>[] = [
    {},
    { role: 'vip' },
    { group: 'gold' },
    { superuser: 'true', activated: 'false' },
    ...['banned', 'activated', 'superuser', 'twoFactor', 'hasEmail', 'deleting'].flatMap((name) => [
      { [name]: 'true' },
      { [name]: 'false' },
    ]),
  ]

  for (const filter of filters) {
    const expected = { total: await listed(filter), isExact: true }
    assert.deepEqual(await count(filter), expected, JSON.stringify(filter))
  }
})

siteTest('players can be sorted by name and by registration', async (site) => {
  const alex = await reader(site)
  await crowd(site)
  const list = async (query: Record<string, string>) =>
    (await alex.all('/admin/players', { limit: '2', ...query })).items.map(
      ({ username }) => username,
    )

  const newest = await list({})
  const [byName, oldest] = [await list({ sort: 'name' }), await list({ sort: 'oldest' })]
  const bosses = await list({ sort: 'name', superuser: 'true' })
  const wrong = await alex.get('/admin/players', { sort: 'balance' })

  assert.deepEqual(oldest, newest.toReversed())
  assert.deepEqual(
    byName,
    newest.toSorted((a, b) => a.localeCompare(b)),
  )
  assert.deepEqual(bosses, ['Boss', 'Odd'])
  assert.equal(wrong.status, 400)
})

siteTest('the list of players shows ranks and the last visit', async (site) => {
  const alex = await reader(site)
  const notch = await owner(site)
  await notch.send('POST', '/admin/groups', { id: 'gold', name: 'Gold', permissions: [] })
  const steve = await site.player('Steve')
  await insertAccount(site, 'Never')
  await notch.send('POST', `/admin/players/${steve.id}/groups`, { group: 'gold', forever: true })
  site.wait(MINUTE)
  await site.browser().logIn('Steve', PASSWORD)

  const { body } = await alex.get('/admin/players', { sort: 'name', activated: 'true' })

  const details = Object.fromEntries(
    body.items.map(({ username, groups, lastSeenAt }: Record<string, unknown>) => [
      username,
      [groups, lastSeenAt],
    ]),
  )
  assert.deepEqual(details.Steve, [['gold'], isoInstant(site.now())])
  assert.deepEqual(details.Never, [[], null])
})

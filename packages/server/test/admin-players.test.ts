import assert from 'node:assert/strict'
import { banPlayer } from '../src/ban/ban-player.ts'
import { DAY, isoInstant, MINUTE, SECOND } from '../src/platform/clock.ts'
import { administrator, callsOf, giveRole, owner } from './administrator.ts'
import { outcome } from './browser.ts'
import { insertAccount } from './crowd.ts'
import { PASSWORD, type Site, siteTest } from './site.ts'

const BY_COMMAND = { actor: 'command', ip: null }

function reader(site: Site) {
  return administrator(site, ['panel.players.read'], { username: 'Zoe' })
}

function namesOf(items: { username: string }[]): string[] {
  return items.map(({ username }) => username)
}

siteTest('players are listed newest first, page by page, each of them once', async (site) => {
  const alex = await reader(site)
  for (let turn = 0; turn < 25; turn += 1) {
    await insertAccount(site, `Player_${turn}`)
    if (turn % 4 === 0) site.wait(SECOND) // many of them in one instant
  }

  const first = await alex.get('/admin/players')
  const { items, pages } = await alex.all('/admin/players', { limit: 7 })

  assert.equal(first.body.items.length, 20)
  assert.deepEqual(first.body.items, items.slice(0, 20))
  assert.equal(pages, 4)
  assert.equal(new Set(items.map(({ uuid }) => uuid)).size, 26)
  const times = items.map(({ createdAt }) => createdAt)
  assert.deepEqual(times, [...times].sort().reverse())
})

siteTest('a player in a list is shown in short', async (site) => {
  const alex = await reader(site)
  site.wait(SECOND)
  const id = await insertAccount(site, 'Steve', { activated: false, twoFactor: true })
  await giveRole(site, id, { id: 'vip' })

  const { body } = await alex.get('/admin/players', { limit: 1 })

  assert.deepEqual(body.items, [
    {
      uuid: id,
      username: 'Steve',
      email: 'Steve@example.org',
      activated: false,
      banned: false,
      superuser: false,
      twoFactorEnabled: true,
      roles: ['default', 'vip'],
      createdAt: isoInstant(site.now()),
    },
  ])
})

siteTest('a player is found by the beginning of his name or address, in any case', async (site) => {
  const alex = await reader(site)
  await insertAccount(site, 'Steve', { email: 'one@example.org' })
  await insertAccount(site, 'steven', { email: 'STEVE.two@example.org' })
  await insertAccount(site, 'SteveZzz', { email: 'three@example.org' })
  await insertAccount(site, 'Herobrine', { email: 'Steve@mail.example' })
  await insertAccount(site, 'NotSteve', { email: 'notsteve@example.org' })
  await insertAccount(site, 'St_ve', { email: 'percent@example.org' })
  const find = async (query: string) => namesOf((await alex.all('/admin/players', { query })).items)

  const found = {
    name: await find('sTEVE'),
    spaced: await find('  steve '),
    address: await find('steve@'),
    whole: await find('ONE@example.org'),
    wildcard: await find('st_'),
    percent: await find('%'),
    nobody: await find('zzz'),
    cyrillic: await find('стив'),
  }

  assert.deepEqual(found, {
    name: ['Steve', 'steven', 'SteveZzz', 'Herobrine'],
    spaced: ['Steve', 'steven', 'SteveZzz', 'Herobrine'],
    address: ['Herobrine'],
    whole: ['Steve'],
    wildcard: ['St_ve'],
    percent: [],
    nobody: [],
    cyrillic: [],
  })
})

siteTest('a search goes from names to addresses over its pages', async (site) => {
  const alex = await reader(site)
  for (let turn = 10; turn < 22; turn += 1) {
    await insertAccount(site, `Ab_${turn}`, { email: `ab${turn}@example.org` })
    await insertAccount(site, `Cd_${turn}`, { email: `ab${turn}x@example.org` })
  }

  const { items, pages } = await alex.all('/admin/players', { query: 'AB', limit: 5 })

  assert.equal(pages, 5)
  const turns = Array.from({ length: 12 }, (_, turn) => turn + 10)
  assert.deepEqual(namesOf(items), [
    ...turns.map((turn) => `Ab_${turn}`),
    ...turns.map((turn) => `Cd_${turn}`),
  ])
})

siteTest('a player is found by his uuid, with dashes or without', async (site) => {
  const alex = await reader(site)
  const id = await insertAccount(site, 'Steve')
  const find = async (query: string) => namesOf((await alex.all('/admin/players', { query })).items)

  const found = [
    await find(id),
    await find(id.toUpperCase()),
    await find(id.replaceAll('-', '')),
    await find('00000000-0000-4000-8000-000000000000'),
  ]

  assert.deepEqual(found, [['Steve'], ['Steve'], ['Steve'], []])
})

siteTest('players are found by the address they signed in from, the last first', async (site) => {
  const alex = await reader(site)
  for (const [turn, name] of ['Steve', 'Jeb', 'Efe'].entries()) {
    await site.player(name, { ip: `192.0.2.1${turn}` })
  }
  for (const name of ['Steve', 'Jeb', 'Steve']) {
    site.wait(SECOND)
    await site.browser({ ip: '198.51.100.7' }).logIn(name, PASSWORD)
    await site.browser({ ip: '198.51.100.7' }).logIn('Efe', 'not his password')
  }
  const find = async (query: string) => namesOf((await alex.all('/admin/players', { query })).items)

  const found = {
    shared: await find('198.51.100.7'),
    mapped: await find('::ffff:198.51.100.7'),
    own: await find('192.0.2.12'),
    nobody: await find('198.51.100.8'),
  }

  assert.deepEqual(found, {
    shared: ['Steve', 'Jeb'],
    mapped: ['Steve', 'Jeb'],
    own: ['Efe'],
    nobody: [],
  })
})

/** A small crowd with one of everything. */
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
    banPlayer(site.app, ids[name] ?? '', { reason: 'griefing', expiresAt }, BY_COMMAND)
  await ban('Served', site.now() + MINUTE)
  await ban('Naughty', site.now() + MINUTE)
  site.wait(2 * MINUTE)
  await ban('Odd', site.now() + DAY)
  site.wait(SECOND)
  await ban('Naughty', null)
  return ids
}

siteTest('every filter shows who it is about, and nobody else', async (site) => {
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

siteTest('a page that finds little goes on all the same', async (site) => {
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

siteTest('what is asked wrongly is refused, whoever may not ask is too', async (site) => {
  const alex = await reader(site)
  const steve = await site.player('Steve')
  const [cursor] = [(await alex.get('/admin/players', { limit: 1 })).body.next]

  const replies = [
    await alex.get('/admin/players', { limit: 0 }),
    await alex.get('/admin/players', { limit: 'ten' }),
    await alex.get('/admin/players', { banned: 'yes' }),
    await alex.get('/admin/players', { role: 'Ünknown' }),
    await alex.get('/admin/players', { cursor: 'x' }),
    await alex.get('/admin/players', { cursor, query: 'st' }),
    await alex.get('/admin/players', { cursor, role: 'vip' }),
    await alex.get('/admin/players', { query: 'a\u0000' }),
    await alex.get('/admin/players', { query: 'x'.repeat(201) }),
    await callsOf(site, steve).get('/admin/players'),
    await site.browser().get('/admin/players'),
  ]

  assert.deepEqual(replies.map(outcome), [
    ...Array(9).fill('400 request.invalid'),
    '403 auth.forbidden',
    '401 auth.unauthorized',
  ])
})

siteTest('the card shows everything the panel needs of a player', async (site) => {
  const steve = await site.player('Steve')
  const alex = await reader(site)
  const notch = await owner(site)
  await giveRole(site, steve.id, { id: 'vip', permissions: ['essentials.fly'] })
  const until = site.now() + DAY
  await site.app.db
    .insertInto('player_node')
    .values([
      { player_id: steve.id, node: 'player.skin.hd', expires_at: until },
      { player_id: steve.id, node: '-player.cape.*', expires_at: null },
      { player_id: steve.id, node: 'over.already', expires_at: site.now() },
    ])
    .execute()

  const { status, body } = await notch.get(`/admin/players/${steve.id}`)
  const byName = await notch.get('/admin/players/sTEVE')
  const bare = await notch.get(`/admin/players/${steve.id.replaceAll('-', '')}`)
  const asAlex = await alex.get(`/admin/players/${steve.id}`)
  const ofNotch = await alex.get(`/admin/players/${notch.id}`)

  const me = (await callsOf(site, steve).get('/auth/me')).body.user
  const { permissions, ...user } = me
  assert.equal(status, 200)
  assert.deepEqual(body.player, {
    ...user,
    permissions: [
      { node: '-player.cape.*', expiresAt: null },
      { node: 'player.skin.hd', expiresAt: isoInstant(until) },
    ],
    effectivePermissions: permissions,
    grants: [],
    superuser: false,
    editable: true,
    lastLoginAt: isoInstant(site.now()),
    inviter: null,
  })
  assert.deepEqual(permissions, ['essentials.fly', 'player.skin.hd', 'player.skin.upload'])
  assert.deepEqual([byName.body, bare.body], [body, body])
  assert.deepEqual([asAlex.body.player.editable, ofNotch.body.player.editable], [true, false])
  assert.deepEqual([ofNotch.body.player.superuser, asAlex.status], [true, 200])
})

siteTest('a card that is nobody’s is not found', async (site) => {
  const alex = await reader(site)

  const replies = []
  for (const uuid of ['00000000-0000-4000-8000-000000000000', 'unknown', 'a%00', '%F0%9F']) {
    replies.push(await alex.get(`/admin/players/${uuid}`))
  }

  assert.deepEqual(replies.map(outcome).slice(0, 3), Array(3).fill('404 player.notfound'))
  assert.equal(replies[3]?.status, 404)
})

import assert from 'node:assert/strict'
import { DAY, isoInstant, SECOND } from '../../../src/platform/clock.ts'
import { callsOf, giveRole, owner } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { reader } from './player-reader.ts'

sqliteTest('players are listed newest first, each once', async (site) => {
  const alex = await reader(site)
  for (let turn = 0; turn < 25; turn += 1) {
    await insertAccount(site, `Player_${turn}`)
    if (turn % 4 === 0) site.wait(SECOND) // several players in one instant
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

sqliteTest('the list of players shows a summary of each player', async (site) => {
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
      groups: [],
      createdAt: isoInstant(site.now()),
      lastSeenAt: null,
    },
  ])
})

sqliteTest('a malformed request for the list of players is refused', async (site) => {
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

sqliteTest('the response for a player card has all fields', async (site) => {
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
    passkeys: 0,
    identities: [],
    launcherPasswords: 0,
    gameSessions: 0,
    formerNames: [],
    keptNames: [],
    superuser: false,
    editable: true,
    accountEditable: true,
    superuserEditable: true,
    lastLoginAt: isoInstant(site.now()),
    lastSeenAt: isoInstant(site.now()),
    playSeconds: 0,
    lastPlayedAt: null,
    inviter: null,
  })
  assert.deepEqual(permissions, ['essentials.fly', 'player.skin.hd', 'player.skin.upload'])
  assert.deepEqual([byName.body, bare.body], [body, body])
  assert.deepEqual([asAlex.body.player.editable, ofNotch.body.player.editable], [true, false])
  assert.deepEqual([ofNotch.body.player.superuser, asAlex.status], [true, 200])
})

sqliteTest('the card of an unknown player returns 404', async (site) => {
  const alex = await reader(site)

  const replies = []
  for (const uuid of ['00000000-0000-4000-8000-000000000000', 'unknown', 'a%00', '%F0%9F']) {
    replies.push(await alex.get(`/admin/players/${uuid}`))
  }

  assert.deepEqual(replies.map(outcome).slice(0, 3), Array(3).fill('404 player.notfound'))
  assert.equal(replies[3]?.status, 404)
})

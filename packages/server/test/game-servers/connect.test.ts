import assert from 'node:assert/strict'
import { readEvents, recordEvents } from '../events/read-events.ts'
import { openLauncher } from '../integrations/launcher/launcher-server.ts'
import { outcome } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner, openStaff } from '../support/staff.ts'
import { openGameServer } from './game-server.ts'

sqliteTest('a game server can look players up by UUID and by name', async (site) => {
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
  const server = await openGameServer(site)

  const { body } = await server.send('POST', 'players/lookup', {
    uuids: [steve.id, steve.id.replaceAll('-', '').toUpperCase(), 'nonsense'],
    names: ['aLEX', 'Nobody'],
  })

  const names = body.players.map(({ uuid, username }: { uuid: string; username: string }) => [
    uuid,
    username,
  ])
  assert.deepEqual(names, [
    [steve.id, 'Steve'],
    [alex.id, 'Alex'],
  ])
})

sqliteTest('a lookup of more than 100 players is refused', async (site) => {
  const server = await openGameServer(site)
  const names = Array.from({ length: 51 }, (_, n) => `Player${n}`)

  const most = await server.send('POST', 'players/lookup', { uuids: names.slice(2), names })
  const tooMany = await server.send('POST', 'players/lookup', { uuids: names, names })

  assert.deepEqual([most.status, outcome(tooMany)], [200, '400 request.invalid'])
})

siteTest('a ban by a game server is recorded with its API key as the actor', async (site) => {
  const steve = await site.player('Steve')
  const server = await openGameServer(site)
  await recordEvents(site)

  const banned = await server.send('POST', `players/${steve.id}/ban`, {
    reason: 'griefing',
    until: '2030-02-01T00:00:00.000Z',
  })
  const lifted = await server.send('DELETE', `players/${steve.id}/ban`)
  const again = await server.send('DELETE', `players/${steve.id}/ban`)

  assert.equal(banned.status, 200)
  assert.deepEqual([lifted.status, outcome(again)], [204, '404 ban.notfound'])
  const audits = await auditsOf(site, steve.id, 'player.%')
  assert.deepEqual(
    audits.filter(({ action }) => /banned/.test(action)).map(({ actor }) => actor),
    [server.actor, server.actor],
  )
  const events = await readEvents(site)
  assert.deepEqual(
    events
      .filter(({ type }) => type.endsWith('banned'))
      .map(({ data }) => [data.actor.kind, data.reason]),
    [
      ['api-key', 'griefing'],
      ['api-key', 'griefing'],
    ],
  )
})

sqliteTest('a game server cannot ban players who have rights in the panel', async (site) => {
  const owner = await openOwner(site)
  const staff = await openStaff(site, 'Helper', { nodes: ['panel.players.read'] })
  const server = await openGameServer(site)

  const replies = [
    await server.send('POST', `players/${owner.id}/ban`, { reason: 'no' }),
    await server.send('POST', `players/${staff.id}/ban`, { reason: 'no' }),
    await server.send('DELETE', `players/${staff.id}/ban`),
  ]

  assert.deepEqual(replies.map(outcome), Array(3).fill('403 auth.forbidden'))
})

siteTest('a game server can give, extend and take a rank', async (site) => {
  const owner = await openOwner(site)
  await owner.group('gold')
  const { id } = await site.player('Steve')
  const server = await openGameServer(site)

  const given = await server.send('POST', `players/${id}/groups`, { group: 'gold', days: 30 })
  const extended = await server.send('POST', `players/${id}/groups`, { group: 'gold', days: 30 })
  const [grant] = await grantsOf(site, id)
  const taken = await server.send('DELETE', `players/${id}/groups/${given.body.grant.id}`)

  assert.equal(extended.body.grant.id, given.body.grant.id)
  assert.deepEqual(
    [grant?.author, new Date(Number(grant?.ends_at)).toISOString()],
    [server.actor, '2030-03-02T12:00:00.000Z'],
  )
  assert.equal(taken.status, 204)
  assert.notEqual((await grantsOf(site, id))[0]?.taken_at, null)
})

siteTest('a game server cannot give a rank with rights in the panel', async (site) => {
  const owner = await openOwner(site)
  const groups = { panel: ['panel.news.*'], all: ['*'], denying: ['-panel.access'] }
  for (const [id, permissions] of Object.entries(groups)) {
    await owner.post('/admin/groups', { id, name: id, permissions })
  }
  const { id } = await site.player('Steve')
  const server = await openGameServer(site)

  const replies = []
  for (const group of Object.keys(groups)) {
    replies.push(await server.send('POST', `players/${id}/groups`, { group }))
  }

  assert.deepEqual(replies.map(outcome), Array(3).fill('403 auth.forbidden'))
  assert.deepEqual(await grantsOf(site, id), [])
})

sqliteTest('a balance falls below zero only if the request allows it', async (site) => {
  const { id } = await site.player('Steve')
  const server = await openGameServer(site)
  const path = `players/${id}/balance`
  const take = { virtual: -5, reason: 'shop' }

  const replies = [
    await server.send('POST', path, { virtual: 3, reason: 'vote' }),
    await server.send('POST', path, take),
    await server.send('POST', path, { ...take, allowNegative: true }),
    await server.send('POST', path, { virtual: 1, reason: 'vote' }),
    await server.send('POST', path, { real: 1, reason: 'vote' }),
    await server.send('GET', path),
  ]

  assert.deepEqual(
    replies.map(({ status, body }) => body.error ?? [status, body.real, body.virtual]),
    [[200, 0, 3], 'balance.insufficient', [200, 0, -2], [200, 0, -1], [200, 1, -1], [200, 1, -1]],
  )
})

siteTest('20 concurrent requests with one idempotency key change a balance once', async (site) => {
  const { id } = await site.player('Steve')
  const server = await openGameServer(site)
  const body = { real: 5, reason: 'a vote' }
  const key = '8e03978e-40d5-43dd-bc93-6894a57f9324'

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => server.send('POST', `players/${id}/balance`, body, key)),
  )

  assert.deepEqual(new Set(replies.map((reply) => reply.body.real)), new Set([5]))
})

sqliteTest('the game server endpoints refuse an API key without kernel.connect', async (site) => {
  const launcher = await openLauncher(site)
  const program = site.browser({ ip: '198.51.100.7' })

  const reply = await program.post('/connect/players/lookup', { names: [] }, launcher.headers)

  assert.equal(outcome(reply), '403 auth.forbidden')
})

async function auditsOf({ app: { db } }: Site, target: string, like: string) {
  return db
    .selectFrom('audit')
    .select(['action', 'actor'])
    .where('target', '=', target)
    .where('action', 'like', like)
    .orderBy('id')
    .execute()
}

async function grantsOf({ app: { db } }: Site, playerId: string) {
  return db.selectFrom('donate_grant').selectAll().where('player_id', '=', playerId).execute()
}

import assert from 'node:assert/strict'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { outcome } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'
import { openGameServer } from './game-server.ts'

siteTest(
  'play time is counted from join to leave or as the game server reports it',
  async (site) => {
    const { id } = await site.player('Steve')
    const server = await openGameServer(site)
    const report = (event: string, at: string, seconds?: number) =>
      server.send('POST', 'activity', {
        players: [{ uuid: id.replaceAll('-', ''), event, at: `2030-01-01T${at}:00.000Z`, seconds }],
      })

    await report('join', '10:00')
    await report('leave', '10:10')
    await report('leave', '10:20') // without a join
    await report('join', '11:00')
    await report('playtime', '11:05', 300)
    await report('leave', '11:06')
    await report('playtime', '11:30', 40)

    const owner = await openOwner(site)
    const { player } = (await owner.get(`/admin/players/${id}`)).body
    assert.deepEqual(
      [player.playSeconds, player.lastPlayedAt],
      [600 + 300 + 60 + 40, '2030-01-01T11:30:00.000Z'],
    )
  },
)

sqliteTest('an activity report with unknown players still records the others', async (site) => {
  const { id } = await site.player('Steve')
  const server = await openGameServer(site)
  const at = '2031-01-01T00:00:00.000Z'
  const unknown = ['00000000-0000-4000-8000-000000000000', 'nonsense']

  const { body } = await server.send('POST', 'activity', {
    players: [...unknown, id].map((uuid) => ({ uuid, event: 'playtime', at, seconds: 5 })),
  })

  assert.deepEqual(body.unknown.toSorted(), unknown)
  const owner = await openOwner(site)
  const { player } = (await owner.get(`/admin/players/${id}`)).body
  assert.deepEqual([player.playSeconds, player.lastPlayedAt], [5, '2030-01-01T12:00:00.000Z'])
})

siteTest('concurrent reports with one idempotency key are counted once', async (site) => {
  const { id } = await site.player('Steve')
  const server = await openGameServer(site)
  const at = '2030-01-01T11:00:00.000Z'
  const players = Array.from({ length: 500 }, () => ({
    uuid: id,
    event: 'playtime',
    at,
    seconds: 1,
  }))
  const keys = ['a'.repeat(16), 'a'.repeat(16), 'b'.repeat(16)]

  const replies = await Promise.all(
    keys.map((key) => server.send('POST', 'activity', { players }, key)),
  )
  const tooMany = await server.send('POST', 'activity', {
    players: [...players, ...players.slice(0, 1)],
  })

  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(outcome(tooMany), '400 request.invalid')
  const row = await activityOf(site, id)
  assert.equal(row?.play_seconds, 1000)
})

sqliteTest('a public profile shows play time only if publicActivity is on', async (site) => {
  const { id } = await site.player('Steve')
  const server = await openGameServer(site)
  const at = '2030-01-01T11:00:00.000Z'
  await server.send('POST', 'activity', {
    players: [{ uuid: id, event: 'playtime', at, seconds: 90 }],
  })

  await set(site, 'publicProfiles')
  const without = await site.browser().get('/public/players/Steve')
  await set(site, 'publicActivity')
  const shown = await site.browser().get('/public/players/Steve')

  assert.deepEqual([without.body.playSeconds, without.body.lastPlayedAt], [undefined, undefined])
  assert.deepEqual([shown.body.playSeconds, shown.body.lastPlayedAt], [90, at])
})

function set(site: Site, name: 'publicProfiles' | 'publicActivity') {
  return changeSetting(site.app, COMMAND_LINE, { name, text: 'on' })
}

async function activityOf({ app: { db } }: Site, playerId: string) {
  return db
    .selectFrom('player_activity')
    .selectAll()
    .where('player_id', '=', playerId)
    .executeTakeFirst()
}

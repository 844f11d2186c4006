import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openGame, turnOn } from './game-player.ts'

const OF_PLAYER = 60
const OF_ADDRESS = 300

/** Creates players signed in to the game, each registered from another address. */
async function openPlayers(site: Site, count: number) {
  await turnOn(site)
  const names = Array.from({ length: count }, (_, n) => `Player${n}`)
  return Promise.all(
    names.map(async (name, n) => {
      const ip = `203.0.113.${n}`
      await site.player(name, { ip })
      const signedIn = await openGame(site, { ip }).authenticate(name)
      return (from: string, serverId = name, instance = n % site.instances.length) =>
        openGame(site, { ip: from, instance }).join(signedIn, serverId)
    }),
  )
}

sqliteTest('a player has sixty joins in five minutes from all addresses together', async (site) => {
  const [join, other] = await openPlayers(site, 2)
  assert.ok(join && other)
  for (let n = 0; n < OF_PLAYER; n += 1) await join(`198.51.100.${n}`)

  const refused = await join('198.51.100.99')
  const beside = await other('198.51.100.99')
  site.wait(5 * MINUTE)
  const later = await join('198.51.100.99')

  const { status, body, headers } = refused
  assert.deepEqual(
    [status, body.error, Number(headers['retry-after'])],
    [429, 'TooManyRequestsException', 300],
  )
  assert.equal(headers['ratelimit-policy'], '"player-joins";q=60;w=300')
  assert.deepEqual([beside.status, later.status], [204, 204])
})

siteTest('an address has 300 joins in five minutes for all players together', async (site) => {
  const joins = await openPlayers(site, 6)
  const [last] = joins.slice(-1)
  assert.ok(last)
  for (const join of joins.slice(0, 5)) {
    const many = Array.from({ length: OF_PLAYER }, (_, n) => join('198.51.100.1', `server-${n}`))
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 429).length, 0)
  }

  const refused = await last('198.51.100.1')
  const elsewhere = await last('198.51.100.2')

  assert.equal(joins.length * OF_PLAYER - OF_PLAYER, OF_ADDRESS)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers['ratelimit-policy'], '"joins";q=300;w=300')
  assert.equal(elsewhere.status, 204)
})

siteTest(
  'concurrent joins on two instances do not exceed the limit',
  async (site) => {
    const [join] = await openPlayers(site, 1)
    assert.ok(join)

    const replies = await Promise.all(
      Array.from({ length: OF_PLAYER + 10 }, (_, n) => join('198.51.100.1', 'a-server', n % 2)),
    )

    assert.equal(replies.filter(({ status }) => status === 204).length, OF_PLAYER)
    assert.equal(replies.filter(({ status }) => status === 429).length, 10)
  },
  { instances: 2 },
)

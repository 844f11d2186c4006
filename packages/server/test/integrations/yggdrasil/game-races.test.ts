import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { siteTest } from '../../support/site.ts'
import { INVALID_TOKEN, openGame, openSteve, told, turnOn, waitForKey } from './game-player.ts'

const MANY = 20

function counted(answers: readonly string[]): Record<string, number> {
  const groups = Object.groupBy(answers, (answer) => answer)
  return Object.fromEntries(Object.entries(groups).map(([name, all]) => [name, all?.length ?? 0]))
}

siteTest(
  'only one of twenty concurrent refreshes of a game token succeeds over two instances',
  async (site) => {
    const { signedIn } = await openSteve(site)
    const { accessToken } = signedIn.body

    const replies = await Promise.all(
      Array.from({ length: MANY }, (_, n) =>
        openGame(site, { instance: n % 2 }).refresh({ accessToken }),
      ),
    )

    assert.deepEqual(counted(replies.map(told)), { 200: 1, [INVALID_TOKEN]: MANY - 1 })
    const open = await site.app.db
      .selectFrom('session')
      .select('id')
      .where('game_hash', 'is not', null)
      .execute()
    assert.equal(open.length, 1)
  },
  { instances: 2 },
)

siteTest(
  'only one of ten players who concurrently join with one server id succeeds over two instances',
  async (site) => {
    await turnOn(site)
    const names = Array.from({ length: 10 }, (_, n) => `Player${n}`)
    for (const [n, name] of names.entries()) await site.player(name, { ip: `203.0.113.${n}` })
    const game = openGame(site)
    const players = await Promise.all(names.map((name) => game.authenticate(name)))

    const replies = await Promise.all(
      players.map((one, n) => openGame(site, { instance: n % 2 }).join(one, 'a-server')),
    )

    assert.deepEqual(counted(replies.map(told)), { 204: 1, [INVALID_TOKEN]: 9 })
  },
  { instances: 2 },
)

siteTest(
  'only one of twenty concurrent queries for a join succeeds over two instances',
  async (site) => {
    const { game, signedIn } = await openSteve(site)
    await waitForKey(site)
    await game.join(signedIn, 'a-server')

    const replies = await Promise.all(
      Array.from({ length: MANY }, (_, n) =>
        openGame(site, { instance: n % 2 }).hasJoined('Steve', 'a-server'),
      ),
    )

    assert.deepEqual(counted(replies.map(told)), { 200: 1, 204: MANY - 1 })
  },
  { instances: 2 },
)

siteTest(
  'after a ban no join succeeds, even with a token requested while the player was being banned',
  async (site) => {
    const { id, signedIn } = await openSteve(site)
    await waitForKey(site)
    const here = openGame(site, { instance: 0 })
    const there = openGame(site, { instance: 1 })
    await here.join(signedIn, 'a-server')

    const ban = banPlayer(site.app, BY_OWNER, id, { reason: 'x', expiresAt: null })
    const signIns = Array.from({ length: 6 }, () => there.authenticate('Steve'))
    const refreshes = Array.from({ length: 6 }, () =>
      there.refresh({ accessToken: signedIn.body.accessToken }),
    )
    await ban
    const asked = await there.hasJoined('Steve', 'a-server')
    const begun = (await Promise.all([...signIns, ...refreshes])).filter(
      ({ status }) => status === 200,
    )
    const later = await Promise.all(
      begun.flatMap((one) => [
        there.join(one, 'b-server'),
        there.validate({ accessToken: one.body.accessToken }),
      ]),
    )

    assert.equal(asked.status, 204)
    for (const reply of later) assert.equal(told(reply), INVALID_TOKEN)
    const open = await site.app.db
      .selectFrom('session')
      .select('id')
      .where('player_id', '=', id)
      .execute()
    assert.deepEqual(open, [])
  },
  { instances: 2 },
)

siteTest(
  'concurrent game sign-ins on two instances leave only ten game tokens',
  async (site) => {
    const { id } = await openSteve(site)

    const replies = await Promise.all(
      Array.from({ length: MANY }, (_, n) =>
        openGame(site, { instance: n % 2 }).authenticate('Steve'),
      ),
    )

    assert.deepEqual(counted(replies.map(told)), { 200: MANY })
    const open = await site.app.db
      .selectFrom('session')
      .select('id')
      .where('player_id', '=', id)
      .where('game_hash', 'is not', null)
      .execute()
    assert.equal(open.length, 10)
  },
  { instances: 2 },
)

siteTest(
  'instances that turn Yggdrasil on concurrently share one key',
  async (site) => {
    await turnOn(site)
    await waitForKey(site)

    const keys = await Promise.all(
      [0, 1, 2].map(async (instance) => {
        const { body } = await openGame(site, { instance }).ask('')
        return body.signaturePublickey
      }),
    )

    assert.match(keys[0], /^-----BEGIN PUBLIC KEY-----\n/)
    assert.deepEqual(new Set(keys).size, 1)
    const stored = await site.app.db.selectFrom('signing_key').select('name').execute()
    assert.deepEqual(stored, [{ name: 'yggdrasil' }])
  },
  { instances: 3 },
)

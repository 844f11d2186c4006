import assert from 'node:assert/strict'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { register } from '../registration/registration.ts'
import { namesOf, offerRenames, pay } from './renamer.ts'

/** Retries a request that a slow machine refused, because a refusal changes nothing. */
async function retryOverload(ask: () => Promise<Reply>): Promise<Reply> {
  const reply = await ask()
  return reply.body.error === 'unavailable' || reply.body.error === 'overloaded'
    ? retryOverload(ask)
    : reply
}

siteTest(
  'only one of twenty concurrent renames of a player succeeds and is charged',
  async (site) => {
    await offerRenames(site, { renamePrice: '10' })
    const steve = await site.player('Steve')
    await pay(site, steve.id, 1000)
    const names = namesOf(site, steve)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        retryOverload(() => names.change(`Herobrine_${turn}`, {}, turn % 2)),
      ),
    )

    const player = await site.app.db
      .selectFrom('player')
      .select(['username', 'real_cents as real'])
      .where('id', '=', steve.id)
      .executeTakeFirstOrThrow()
    const entries = await site.app.db
      .selectFrom('balance_entry')
      .select('real_cents as real')
      .where('author', '=', steve.id)
      .execute()
    assert.deepEqual(tally(replies), { 200: 1, '409 name.toosoon': 19 })
    assert.match(player.username, /^Herobrine_/)
    assert.deepEqual([player.real, entries.map(({ real }) => real)], [99_000, [-1000]])
  },
  { instances: 2 },
)

siteTest(
  'only one of twelve concurrent renames and registrations gets the same name',
  async (site) => {
    await offerRenames(site)
    const players = []
    for (let turn = 0; turn < 6; turn += 1) {
      players.push(await site.player(`Player_${turn}`, { ip: `198.51.100.${turn}` }))
    }

    const replies = await Promise.all([
      ...players.map((player, turn) =>
        retryOverload(() => namesOf(site, player).change('Herobrine', {}, turn % 2)),
      ),
      ...players.map((_, turn) => retryOverload(() => register(site, 'hEROBRINE', turn, turn % 2))),
    ])

    const named = await site.app.db
      .selectFrom('player')
      .select('id')
      .where('username_key', '=', 'herobrine')
      .execute()
    const { '409 auth.usernametaken': refused } = tally(replies)
    assert.equal(replies.filter(({ status }) => status < 300).length, 1)
    assert.deepEqual([refused, named.length], [11, 1])
  },
  { instances: 2 },
)

siteTest(
  'a name that a player gives up is refused to all concurrent requests for it',
  async (site) => {
    await offerRenames(site)
    const steve = await site.player('Steve')
    const players = []
    for (let turn = 0; turn < 4; turn += 1) {
      players.push(await site.player(`Player_${turn}`, { ip: `198.51.100.${turn}` }))
    }

    const [given, ...taking] = await Promise.all([
      retryOverload(() => namesOf(site, steve).change('Herobrine')),
      ...players.map((player, turn) =>
        retryOverload(() => namesOf(site, player).change('Steve', {}, turn % 2)),
      ),
      ...players.map((_, turn) => retryOverload(() => register(site, 'sTEVE', turn, turn % 2))),
    ])

    const names = await site.app.db.selectFrom('player').select('username').execute()
    assert.equal(given && outcome(given), '200')
    assert.deepEqual(tally(taking), { '409 auth.usernametaken': 8 })
    assert.ok(!names.some(({ username }) => username.toLowerCase() === 'steve'))
  },
  { instances: 2 },
)

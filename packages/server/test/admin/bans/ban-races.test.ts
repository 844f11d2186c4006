import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { administrator, auditEntries } from '../../support/administrator.ts'
import { tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { ban, MAY_BAN, unban } from './ban-calls.ts'

siteTest(
  'exactly one of 20 concurrent bans of a player stays in effect',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        ban(alex, steve.id, { reason: `reason ${turn}` }, turn % 2),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 20 })
    const { items } = await alex.all(`/admin/players/${steve.id}/bans`, { limit: 7 })
    assert.equal(items.length, 20)
    assert.equal(items.filter(({ liftedAt }) => liftedAt === null).length, 1)
    assert.equal(items.filter(({ running }) => running).length, 1)
  },
  { instances: 2 },
)

siteTest(
  'exactly one of 20 concurrent bans by command stays in effect',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)
    const apps = site.instances.map(({ app }) => app)

    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const wanted = { reason: `reason ${turn}`, expiresAt: null }
        const app = apps[turn % 2] ?? site.app
        await banPlayer(app, { actor: 'command', ip: null }, steve.id, wanted)
      }),
    )

    const { items } = await alex.all(`/admin/players/${steve.id}/bans`)
    assert.equal(items.length, 20)
    assert.equal(items.filter(({ running }) => running).length, 1)
  },
  { instances: 2 },
)

siteTest(
  'only one of 20 concurrent requests to lift a ban succeeds',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)
    await ban(alex, steve.id)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => unban(alex, steve.id, turn % 2)),
    )

    assert.deepEqual(tally(replies), { 204: 1, '404 ban.notfound': 19 })
    assert.equal((await auditEntries(site, 'player.unbanned')).length, 1)
  },
  { instances: 2 },
)

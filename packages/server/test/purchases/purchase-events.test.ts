import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { DAY } from '../../src/platform/clock.ts'
import { mapProduct } from '../../src/purchases/change-source.ts'
import { readEvents, recordEvents } from '../events/read-events.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'
import { addRank, auditsOf, openTebex, paymentOf } from './tebex-shop.ts'

const VIP = { kind: 'group', group: 'vip', days: 30 } as const
const COINS = { kind: 'virtual', cents: 1000 } as const
const GIVEN = { group: 'vip', days: 30 }
const PATH = '/admin/purchases'

siteTest('a held product causes its event only when it is given', async (site) => {
  const shop = await openTebex(site)
  await addRank(site)
  const owner = await openOwner(site)
  const { id } = await site.player('Steve')
  await recordEvents(site)
  await shop.pay()
  const before = [await eventsOf(site), await stepsOf(site)]

  await mapProduct(site.app, COMMAND_LINE, { source: 'tebex', product: '1', reward: VIP })
  await owner.post(`${PATH}/sources/tebex/products/1/give`)

  assert.deepEqual(before, [[], [`held by purchase:tebex for ${id}`]])
  assert.deepEqual(await eventsOf(site), [['purchase.received', id, 'purchase', GIVEN]])
  assert.deepEqual(await stepsOf(site), [
    `assigned by ${owner.id} for ${id}`,
    `given by purchase:tebex for ${id}`,
    `held by purchase:tebex for ${id}`,
  ])
})

siteTest(
  'a held payment that staff assign to a player causes an event for that player',
  async (site) => {
    const shop = await openTebex(site)
    await addRank(site)
    const owner = await openOwner(site)
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    await recordEvents(site)
    await shop.pay()
    await mapProduct(site.app, COMMAND_LINE, { source: 'tebex', product: '1', reward: VIP })

    await owner.post(`${PATH}/assign`, { payment: 'tbx-1', player: 'Alex' })

    assert.deepEqual(await eventsOf(site), [['purchase.received', alex.id, 'purchase', GIVEN]])
    assert.deepEqual(await stepsOf(site), [
      `assigned by ${owner.id} for ${alex.id}`,
      `given by purchase:tebex for ${alex.id}`,
      `held by purchase:tebex for ${steve.id}`,
    ])
  },
)

sqliteTest(
  'opening a dispute and winning it each cause an event for every product of the purchase',
  async (site) => {
    const shop = await openTebex(site, { 1: VIP, 2: COINS })
    const { id } = await site.player('Steve')
    await recordEvents(site)
    const payment = paymentOf({ products: [{ id: 1 }, { id: 2 }] })
    await shop.send('payment.completed', payment)
    site.wait(10 * DAY)
    const received = (await eventsOf(site)).length

    await shop.send('payment.dispute.opened', payment)
    site.wait(DAY)
    await shop.send('payment.dispute.won', payment)
    await shop.send('payment.dispute.won', payment)

    const rest = { group: 'vip', days: 20 }
    const coins = { currency: 'virtual', amount: 10 }
    assert.deepEqual((await eventsOf(site)).slice(received), [
      ['purchase.refunded', id, 'purchase', rest],
      ['purchase.refunded', id, 'purchase', coins],
      ['purchase.received', id, 'purchase', rest],
      ['purchase.received', id, 'purchase', coins],
    ])
    const restored = await auditsOf(site, 'purchase.restored')
    const givenBack = restored.map(({ after }) => [after.product, after.given])
    assert.deepEqual(Object.fromEntries(givenBack), { 1: rest, 2: coins })
  },
)

sqliteTest('a dispute about a held product is audited and causes no event', async (site) => {
  const shop = await openTebex(site)
  const { id } = await site.player('Steve')
  await recordEvents(site)
  await shop.pay()

  await shop.send('payment.dispute.opened', paymentOf())
  site.wait(DAY)
  await shop.send('payment.dispute.won', paymentOf())
  await shop.refund()

  assert.deepEqual(await eventsOf(site), [])
  const actions = ['disputed', 'held', 'refunded', 'restored']
  assert.deepEqual(
    await stepsOf(site),
    actions.map((action) => `${action} by purchase:tebex for ${id}`),
  )
})

/** Returns the events of purchases: type, player, kind of actor, and what was given or taken. */
async function eventsOf(site: Site) {
  const events = await readEvents(site)
  return events
    .filter(({ type }) => type.startsWith('purchase.'))
    .map(({ type, data }) => [type, data.player?.uuid, data.actor.kind, data.given])
}

/** Returns the audit entries of purchases, sorted, because the entries of one change have no order. */
async function stepsOf({ app: { db } }: Site) {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'actor', 'target'])
    .where('action', 'like', 'purchase.%')
    .where('action', 'not in', ['purchase.source', 'purchase.mapping'])
    .execute()
  return rows
    .map(({ action, actor, target }) => `${action.split('.')[1]} by ${actor} for ${target}`)
    .sort()
}

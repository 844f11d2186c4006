import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { DAY } from '../../src/platform/clock.ts'
import { mapProduct } from '../../src/purchases/change-source.ts'
import { readEvents, recordEvents } from '../events/read-events.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { elsewhere, openOwner, staffTest } from '../support/staff.ts'
import {
  addRank,
  auditsOf,
  balanceOf,
  grantsOf,
  itemsOf,
  openTebex,
  paymentOf,
  subscriptionOf,
} from './tebex-shop.ts'

const VIP = { kind: 'group', group: 'vip', days: 30 } as const
const FOR_GOOD = { kind: 'group', group: 'vip', days: null } as const
const COINS = { kind: 'virtual', cents: 1000 } as const
const PATH = '/admin/purchases'

sqliteTest('winning a dispute gives back what opening the dispute took', async (site) => {
  const shop = await openTebex(site, { 1: VIP, 2: COINS })
  const { id } = await site.player('Steve')
  const payment = paymentOf({ products: [{ id: 1 }, { id: 2 }] })
  await shop.send('payment.completed', payment)
  site.wait(10 * DAY)

  const opened = shop.bodyOf('payment.dispute.opened', payment)
  await shop.post(opened)
  const taken = [await grantsOf(site, id), await balanceOf(site, id)] as const
  site.wait(40 * DAY)
  await shop.send('payment.dispute.won', payment)
  await shop.post(opened) // a repetition that arrives late

  assert.deepEqual([taken[0][0]?.takenAt !== null, taken[1].virtual], [true, 0])
  const grants = await grantsOf(site, id)
  assert.deepEqual(
    grants.filter(({ takenAt }) => takenAt === null).map(({ endsAt }) => endsAt),
    [site.now() + 20 * DAY],
  )
  assert.equal((await balanceOf(site, id)).virtual, 1000)
})

sqliteTest('after a lost dispute nothing is given back', async (site) => {
  const shop = await openTebex(site, { 1: COINS })
  const { id } = await site.player('Steve')
  await shop.pay()

  await shop.send('payment.dispute.opened', paymentOf())
  await shop.send('payment.dispute.lost', paymentOf())
  site.wait(DAY)
  await shop.send('payment.dispute.won', paymentOf())

  assert.equal((await balanceOf(site, id)).virtual, 0)
  const [item] = await itemsOf(site)
  assert.equal(item?.state, 'taken')
})

staffTest('staff can give the part of a purchase that a won dispute left held', async (site) => {
  const { shop, owner, id } = await winDisputeWithoutRank(site)
  const { body: listed } = await owner.get(`${PATH}?state=held`)

  await addRank(site, 'premium')
  const premium = { kind: 'group', group: 'premium', days: 90 } as const
  await mapProduct(site.app, COMMAND_LINE, { source: 'tebex', product: '1', reward: premium })
  const given = await owner.post(`${PATH}/sources/tebex/products/1/give`)
  const grants = await runningGrants(site, id)
  const events = await receivedAndRefunded(site)
  await shop.refund()

  const [item] = listed.items
  assert.deepEqual(
    [item.state, item.problem, item.paymentState, item.given],
    ['held', 'rank', 'completed', { group: 'vip', days: 20 }],
  )
  assert.deepEqual(given.body, { given: 1, held: 0 })
  assert.deepEqual(grants, [['premium', site.now() + 20 * DAY]])
  assert.deepEqual(events.slice(2), [['purchase.received', { group: 'premium', days: 20 }]])
  const [restored] = await auditsOf(site, 'purchase.restored')
  const { given: givenBack, problem } = restored?.after ?? {}
  assert.deepEqual([restored?.target, givenBack, problem], [id, null, 'rank'])
  const [assigned] = await auditsOf(site, 'purchase.assigned')
  assert.deepEqual([assigned?.actor, assigned?.target], [owner.id, id])
  assert.deepEqual(await runningGrants(site, id), [])
})

staffTest(
  'only one of twenty concurrent requests gives the held part of a disputed purchase',
  async (site) => {
    const { owner, id } = await winDisputeWithoutRank(site)
    await addRank(site)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const { post } = elsewhere(site, owner, n % 2)
        return n % 4 < 2
          ? post(`${PATH}/sources/tebex/products/1/give`)
          : post(`${PATH}/assign`, { payment: 'tbx-1', player: 'Steve' })
      }),
    )

    const succeeded = replies.filter(
      ({ status, body }) => status === 200 && (body.given === 1 || body.items),
    )
    assert.equal(succeeded.length, 1)
    assert.deepEqual(await runningGrants(site, id), [['vip', site.now() + 20 * DAY]])
    const received = (await receivedAndRefunded(site)).slice(2)
    assert.deepEqual(received, [['purchase.received', { group: 'vip', days: 20 }]])
    assert.equal((await auditsOf(site, 'purchase.assigned')).length, 1)
  },
  { instances: 2 },
)

staffTest('a refund ends the held part of a disputed purchase', async (site) => {
  const { shop, owner } = await winDisputeWithoutRank(site)

  await shop.refund()
  await addRank(site)
  const given = await owner.post(`${PATH}/sources/tebex/products/1/give`)

  assert.deepEqual(given.body, { given: 0, held: 0 })
  assert.equal((await itemsOf(site))[0]?.state, 'taken')
  const types = (await receivedAndRefunded(site)).map(([type]) => type)
  assert.deepEqual(types, ['purchase.received', 'purchase.refunded'])
})

siteTest(
  'winning a dispute gives a held product to its player even after a rename',
  async (site) => {
    const shop = await openTebex(site)
    const owner = await openOwner(site)
    const { id } = await site.player('Steve')
    await shop.pay()
    await owner.patch(`/admin/players/${id}`, { username: 'Stephen' })
    await shop.send('payment.dispute.opened', paymentOf())
    await mapProduct(site.app, COMMAND_LINE, { source: 'tebex', product: '1', reward: COINS })
    site.wait(DAY)

    await shop.send('payment.dispute.won', paymentOf())

    assert.equal((await balanceOf(site, id)).virtual, 1000)
  },
)

siteTest(
  'a dispute that is won after the end of its subscription gives no rank back',
  async (site) => {
    const shop = await openTebex(site, { 1: FOR_GOOD, 2: COINS })
    const { id } = await site.player('Steve')
    const reference = 'tbx-r-1'
    const subscription = { reference, payment: 'tbx-1', products: [{ id: 1 }, { id: 2 }] }
    await shop.send('recurring-payment.started', subscriptionOf(subscription))
    const payment = paymentOf({ ...subscription, subscription: reference })
    await shop.send('payment.dispute.opened', payment)
    await shop.send('recurring-payment.ended', { reference })
    await shop.send('recurring-payment.ended', { reference })
    site.wait(DAY)

    await shop.send('payment.dispute.won', payment)

    assert.deepEqual(await runningGrants(site, id), [])
    assert.equal((await balanceOf(site, id)).virtual, 1000)
    assert.equal((await auditsOf(site, 'purchase.ended')).length, 1)
  },
)

/**
 * Lets the shop win a dispute about Steve's rank, which began after 10 of 30 days. The rank was deleted in the
 * meantime.
 */
async function winDisputeWithoutRank(site: Site) {
  const shop = await openTebex(site, { 1: VIP })
  const owner = await openOwner(site)
  const { id } = await site.player('Steve')
  await recordEvents(site)
  await shop.pay()
  site.wait(10 * DAY)
  await shop.send('payment.dispute.opened', paymentOf())
  await site.app.db.deleteFrom('bundle').where('id', '=', 'vip').execute()
  site.wait(1000)
  await shop.send('payment.dispute.won', paymentOf())
  return { shop, owner, id }
}

async function runningGrants(site: Site, id: string) {
  const running = (await grantsOf(site, id)).filter(({ takenAt }) => takenAt === null)
  return running.map(({ group, endsAt }) => [group, endsAt])
}

async function receivedAndRefunded(site: Site) {
  return (await readEvents(site))
    .filter(({ type }) => type.startsWith('purchase.'))
    .map(({ type, data }) => [type, data.given])
}

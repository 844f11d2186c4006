import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { mapProduct } from '../../src/purchases/change-source.ts'
import { siteTest } from '../support/site.ts'
import { openOwner, staffTest } from '../support/staff.ts'
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

const FOR_GOOD = { kind: 'group', group: 'vip', days: null } as const
const COINS = { kind: 'virtual', cents: 1000 } as const
const SUBSCRIPTION = { reference: 'tbx-r-1', payment: 'tbx-1', products: [{ id: 1 }, { id: 2 }] }
const ENDED = { reference: SUBSCRIPTION.reference }

siteTest(
  'a player who registers after the end of a subscription gets no rank from it',
  async (site) => {
    const shop = await openTebex(site, { 1: FOR_GOOD, 2: COINS })
    await shop.send('recurring-payment.started', subscriptionOf(SUBSCRIPTION))
    await shop.send('recurring-payment.ended', ENDED)

    const { id } = await site.player('Steve')

    assert.deepEqual(await grantsOf(site, id), [])
    assert.equal((await balanceOf(site, id)).virtual, 1000)
  },
)

staffTest('a product mapped after the end of its subscription gives no rank', async (site) => {
  const shop = await openTebex(site)
  await addRank(site)
  const owner = await openOwner(site)
  const { id } = await site.player('Steve')
  await shop.send('recurring-payment.started', subscriptionOf(SUBSCRIPTION))
  await shop.send('recurring-payment.ended', ENDED)
  await shop.send('recurring-payment.ended', ENDED)
  for (const [product, reward] of [
    ['1', FOR_GOOD],
    ['2', COINS],
  ] as const) {
    await mapProduct(site.app, COMMAND_LINE, { source: 'tebex', product, reward })
    await owner.post(`/admin/purchases/sources/tebex/products/${product}/give`)
  }
  await shop.pay(paymentOptions())

  assert.deepEqual(await grantsOf(site, id), [])
  assert.equal((await balanceOf(site, id)).virtual, 1000)
  assert.deepEqual(
    (await itemsOf(site)).map(({ state }) => state),
    ['given', 'given'],
  )
  assert.equal((await auditsOf(site, 'purchase.ended')).length, 2)
})

staffTest('after the end of a subscription, staff cannot give its held rank', async (site) => {
  const shop = await openTebex(site, { 1: FOR_GOOD })
  const owner = await openOwner(site)
  const { id } = await site.player('Steve')
  const payment = paymentOf(paymentOptions())
  await shop.send('recurring-payment.started', subscriptionOf(SUBSCRIPTION))
  await shop.send('payment.dispute.opened', payment)
  await site.app.db.deleteFrom('bundle').where('id', '=', 'vip').execute()
  site.wait(1000)
  await shop.send('payment.dispute.won', payment)
  const [held] = await itemsOf(site)
  await shop.send('recurring-payment.ended', ENDED)
  await addRank(site)

  await owner.post('/admin/purchases/sources/tebex/products/1/give')

  assert.deepEqual([held?.state, held?.problem], ['held', 'rank'])
  const grants = await grantsOf(site, id)
  assert.deepEqual(
    grants.filter(({ takenAt }) => takenAt === null),
    [],
  )
})

function paymentOptions() {
  const { reference, ...options } = SUBSCRIPTION
  return { ...options, subscription: reference }
}

import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { DAY } from '../../src/platform/clock.ts'
import { changeSource } from '../../src/purchases/change-source.ts'
import { outcome } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { KEY, openEasyDonate } from './easydonate-shop.ts'
import { balanceOf, grantsOf, itemsOf } from './tebex-shop.ts'

const VIP = { kind: 'group', group: 'vip', days: 30 } as const
/** The body by which EasyDonate reports an unknown payment. Together with a failure status it proves nothing. */
const NOT_FOUND = JSON.stringify({ success: false, error_code: 2 })
const COINS = { kind: 'virtual', cents: 100 } as const

siteTest(
  'a payment of EasyDonate is given once despite concurrent callbacks',
  async (site) => {
    await using shop = await openEasyDonate(site, { 1: VIP, 2: COINS, 999: COINS })
    const { id } = await site.player('Steve')
    const alex = await site.player('Alex')
    shop.add({ id: 7, customer: 'Steve', products: [{ id: 1, number: 2 }, { id: 2 }] })

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => shop.notify(7, { customer: 'Alex', instance: n % 2 })),
    )

    assert.deepEqual(replies.map(outcome), Array(20).fill('200'))
    const grants = await grantsOf(site, id)
    assert.deepEqual(grants, [
      { group: 'vip', endsAt: site.now() + 60 * DAY, takenAt: null, author: 'purchase:easydonate' },
    ])
    assert.equal((await balanceOf(site, id)).virtual, 100)
    assert.equal((await balanceOf(site, alex.id)).virtual, 0)
  },
  { instances: 2 },
)

siteTest(
  'the amount that EasyDonate names for a product decides how much is given',
  async (site) => {
    await using shop = await openEasyDonate(site, { 1: VIP, 2: COINS, 900: COINS })
    const { id } = await site.player('Steve')
    const named = { id: 900, product_id: 1, number: 10, amount: 2 }
    const unnamed = { id: 2, number: 3, amount: '49.00' }

    const paid = await shop.pay({ id: 7, products: [named, unnamed] })

    assert.equal(outcome(paid), '200')
    const [grant] = await grantsOf(site, id)
    assert.equal(grant?.endsAt, site.now() + 60 * DAY)
    assert.equal((await balanceOf(site, id)).virtual, 300)
  },
)

siteTest('an unpaid order at EasyDonate gives nothing', async (site) => {
  await using shop = await openEasyDonate(site, { 1: VIP })
  const { id } = await site.player('Steve')

  const unpaid = await shop.pay({ id: 7, status: 1 })
  const before = await grantsOf(site, id)
  const paid = await shop.pay({ id: 7, status: 2 })

  assert.deepEqual([unpaid, paid].map(outcome), ['200', '200'])
  assert.deepEqual(before, [])
  assert.equal((await grantsOf(site, id)).length, 1)
})

sqliteTest('a callback about a payment that EasyDonate does not know is refused', async (site) => {
  await using shop = await openEasyDonate(site, { 1: VIP })
  const { id } = await site.player('Steve')

  const reply = await shop.notify(7)

  assert.equal(outcome(reply), '400 purchase.unknown')
  assert.deepEqual(await grantsOf(site, id), [])
  assert.deepEqual(await itemsOf(site, '7'), [])
})

sqliteTest('a callback gets 503 while the API of EasyDonate is unavailable', async (site) => {
  await using shop = await openEasyDonate(site, { 1: VIP })
  const { id } = await site.player('Steve')
  shop.add({ id: 7 })

  const replies = []
  for (const status of [500, 429, 403]) {
    shop.setAway((response) => response.writeHead(status).end(NOT_FOUND))
    replies.push(await shop.notify(7))
  }
  shop.setAway((response) => response.socket?.destroy())
  replies.push(await shop.notify(7))
  shop.setAway((response) => response.writeHead(200).end('<html>'))
  replies.push(await shop.notify(7))
  const before = await grantsOf(site, id)
  shop.setAway(undefined)
  const repeated = await shop.notify(7)

  assert.deepEqual(replies.map(outcome), Array(5).fill('503 purchase.shopaway'))
  assert.deepEqual([before.length, outcome(repeated)], [0, '200'])
  assert.equal((await grantsOf(site, id)).length, 1)
})

sqliteTest('a callback with a wrong signature causes no request to EasyDonate', async (site) => {
  await using shop = await openEasyDonate(site, { 1: VIP })
  shop.add({ id: 7 })

  const replies = [
    await shop.notify(7, { key: 'guessed' }),
    await shop.post('[]'),
    await shop.post({ payment_id: '7/../8' }),
  ]

  assert.deepEqual(replies.map(outcome), [
    '403 purchase.signature',
    '400 request.invalid',
    '400 request.invalid',
  ])
  assert.equal(shop.requests(), 0)
})

sqliteTest('a callback gets 503 while the shop key is wrong', async (site) => {
  await using shop = await openEasyDonate(site, { 1: VIP })
  shop.add({ id: 7 })
  await changeSource(site.app, COMMAND_LINE, 'easydonate', { secret: `${KEY}0` })

  const reply = await shop.post({ payment_id: 7 })

  assert.equal(outcome(reply), '503 purchase.shopaway')
})

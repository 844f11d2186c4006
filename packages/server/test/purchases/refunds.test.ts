import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { createGrant } from '../../src/permissions/grants/create-grant.ts'
import { DAY } from '../../src/platform/clock.ts'
import { readData, recordEvents } from '../events/read-events.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'
import {
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
const [FIRST, SECOND] = [{ payment: 'tbx-1' }, { payment: 'tbx-2' }]

sqliteTest('a refund takes back the rank that its payment gave', async (site) => {
  const shop = await openTebex(site, { 1: VIP })
  const { id } = await site.player('Steve')
  await recordEvents(site)
  await shop.pay()
  site.wait(10 * DAY)

  const replies = [await shop.refund(), await shop.refund()]

  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  )
  const [grant] = await grantsOf(site, id)
  assert.equal(grant?.takenAt, site.now())
  const audits = await auditsOf(site, 'purchase.refunded')
  assert.deepEqual(
    audits.map(({ after }) => [after.taken, after.rest]),
    [
      [
        { group: 'vip', days: 20 },
        { group: 'vip', days: 10 },
      ],
    ],
  )
  const refunded = await readData(site, 'purchase.refunded')
  assert.deepEqual(
    refunded.map(({ given, payment }) => [payment, given]),
    [['tbx-1', { group: 'vip', days: 20 }]],
  )
})

sqliteTest(
  'a refund takes only the days of its own payment from an extended rank',
  async (site) => {
    const shop = await openTebex(site, { 1: VIP })
    const owner = await openOwner(site)
    const { id } = await site.player('Steve')
    const start = site.now()
    await shop.pay(FIRST)
    await shop.pay(SECOND)
    const gift = { grantable: { group: 'vip' }, period: { days: 5 } }
    await createGrant(site.app, COMMAND_LINE, { id }, gift)
    await owner.patch('/admin/groups/vip', { name: 'Very important' })
    site.wait(10 * DAY)

    await shop.refund(FIRST)

    const [grant] = await grantsOf(site, id)
    assert.deepEqual([grant?.endsAt, grant?.takenAt], [start + 35 * DAY, null])
    const [audit] = await auditsOf(site, 'purchase.refunded')
    assert.deepEqual([audit?.after.taken, audit?.after.rest], [{ group: 'vip', days: 30 }, null])
  },
)

siteTest(
  'refunding a permanent rank restores the days that were bought before it',
  async (site) => {
    const shop = await openTebex(site, { 1: VIP, 2: FOR_GOOD })
    const { id } = await site.player('Steve')
    const start = site.now()
    await shop.pay(FIRST)
    await shop.pay({ ...SECOND, products: [{ id: 2 }] })
    await shop.pay({ payment: 'tbx-3', products: [{ id: 2 }] })
    await shop.pay({ payment: 'tbx-4', products: [{ id: 1 }] })
    site.wait(DAY)

    await shop.refund(SECOND)
    const [stillForGood] = await grantsOf(site, id)
    await shop.refund({ payment: 'tbx-3' })
    const [restored] = await grantsOf(site, id)
    await shop.refund({ payment: 'tbx-4' })
    const [first] = await grantsOf(site, id)

    assert.deepEqual(
      [stillForGood?.endsAt, restored?.endsAt, first?.endsAt],
      [null, start + 60 * DAY, start + 30 * DAY],
    )
  },
)

sqliteTest('a refund does not shorten a rank that staff gave permanently', async (site) => {
  const shop = await openTebex(site, { 1: VIP })
  const { id } = await site.player('Steve')
  await shop.pay()
  const forever = { grantable: { group: 'vip' }, period: { forever: true } } as const
  await createGrant(site.app, COMMAND_LINE, { id }, forever)

  await shop.refund()

  const [grant] = await grantsOf(site, id)
  assert.deepEqual([grant?.endsAt, grant?.takenAt], [null, null])
})

sqliteTest('a refund takes no more money than the player has left', async (site) => {
  const shop = await openTebex(site, { 1: COINS })
  const owner = await openOwner(site)
  const { id } = await site.player('Steve')
  await shop.pay()
  await owner.post(`/admin/players/${id}/balance`, { virtual: -7, reason: 'a cape' })

  await shop.refund()

  assert.equal((await balanceOf(site, id)).virtual, 0)
  const [audit] = await auditsOf(site, 'purchase.refunded')
  assert.deepEqual(
    [audit?.after.taken, audit?.after.rest],
    [
      { currency: 'virtual', amount: 3 },
      { currency: 'virtual', amount: 7 },
    ],
  )
})

sqliteTest('a refund that arrives before its payment cancels the payment', async (site) => {
  const shop = await openTebex(site, { 1: VIP })
  const { id } = await site.player('Steve')

  const replies = [await shop.refund(), await shop.pay()]

  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(await grantsOf(site, id), [])
})

sqliteTest('a held payment that was refunded gives nothing at registration', async (site) => {
  const shop = await openTebex(site, { 1: VIP })
  await shop.pay()
  await shop.refund()

  const { id } = await site.player('Steve')

  assert.deepEqual(await grantsOf(site, id), [])
  assert.equal((await itemsOf(site))[0]?.state, 'void')
})

siteTest(
  'twenty concurrent payments and refunds leave the player with nothing',
  async (site) => {
    const shop = await openTebex(site, { 1: VIP, 2: COINS })
    const { id } = await site.player('Steve')
    const subject = paymentOf({ products: [{ id: 1 }, { id: 2 }] })

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const type = n % 4 < 2 ? 'payment.completed' : 'payment.refunded'
        return shop.post(shop.bodyOf(type, subject), { instance: n % 2 })
      }),
    )

    assert.deepEqual(
      replies.map(({ status }) => status),
      Array(20).fill(200),
    )
    assert.deepEqual(
      (await grantsOf(site, id)).filter(({ takenAt }) => takenAt === null),
      [],
    )
    assert.equal((await balanceOf(site, id)).virtual, 0)
  },
  { instances: 2 },
)

siteTest(
  'each renewal of a subscription extends the rank once, and its end ends the rank',
  async (site) => {
    const shop = await openTebex(site, { 1: VIP })
    const { id } = await site.player('Steve')
    const start = site.now()
    const reference = 'tbx-r-1'

    await shop.pay({ payment: 'tbx-1', subscription: reference })
    await shop.send('recurring-payment.started', subscriptionOf({ reference, payment: 'tbx-1' }))
    const [started] = await grantsOf(site, id)
    await shop.send('recurring-payment.renewed', subscriptionOf({ reference, payment: 'tbx-2' }))
    await shop.pay({ payment: 'tbx-2', subscription: reference })
    const [renewed] = await grantsOf(site, id)
    await shop.pay({ payment: 'tbx-3' })
    site.wait(DAY)
    await shop.send('recurring-payment.ended', { reference })

    assert.deepEqual([started?.endsAt, renewed?.endsAt], [start + 30 * DAY, start + 60 * DAY])
    const [ended] = await grantsOf(site, id)
    assert.deepEqual([ended?.endsAt, ended?.takenAt], [start + 30 * DAY, null])
  },
)

siteTest('a permanent rank from a subscription ends with the subscription', async (site) => {
  const shop = await openTebex(site, { 1: FOR_GOOD })
  const { id } = await site.player('Steve')
  const reference = 'tbx-r-1'
  await shop.send('recurring-payment.started', subscriptionOf({ reference, payment: 'tbx-1' }))
  await shop.send('recurring-payment.renewed', subscriptionOf({ reference, payment: 'tbx-2' }))
  const [given] = await grantsOf(site, id)
  site.wait(DAY)

  await shop.send('recurring-payment.ended', { reference })

  const [ended] = await grantsOf(site, id)
  assert.deepEqual([given?.endsAt, ended?.takenAt], [null, site.now()])
})

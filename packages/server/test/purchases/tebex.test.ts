import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { cleanupJobs } from '../../src/jobs.ts'
import { DAY } from '../../src/platform/clock.ts'
import { mapProduct } from '../../src/purchases/change-source.ts'
import { readData, recordEvents } from '../events/read-events.ts'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { elsewhere, openOwner } from '../support/staff.ts'
import {
  addRank,
  auditsOf,
  balanceOf,
  grantsOf,
  itemsOf,
  openTebex,
  paymentOf,
} from './tebex-shop.ts'

const VIP = { kind: 'group', group: 'vip', days: 30 } as const

sqliteTest('a validation webhook of Tebex is answered with its id', async (site) => {
  const shop = await openTebex(site)

  const reply = await shop.post(JSON.stringify({ id: 'v-1', type: 'validation.webhook' }))

  assert.deepEqual([reply.status, reply.body], [200, { id: 'v-1' }])
})

sqliteTest('a payment of Tebex gives a rank for days and an amount of a currency', async (site) => {
  const shop = await openTebex(site, { 1: VIP, 2: { kind: 'virtual', cents: 250 } })
  const steve = await site.player('Steve')
  await recordEvents(site)

  const reply = await shop.pay({ customer: 'sTEVE', products: [{ id: 1 }, { id: 2, quantity: 3 }] })

  assert.equal(reply.status, 200)
  assert.deepEqual(await grantsOf(site, steve.id), [
    { group: 'vip', endsAt: site.now() + 30 * DAY, takenAt: null, author: 'purchase:tebex' },
  ])
  assert.equal((await balanceOf(site, steve.id)).virtual, 750)
  const received = await readData(site, 'purchase.received')
  assert.deepEqual(
    received.map(({ player, actor, ...data }) => [player?.uuid, actor, data]),
    [
      [
        steve.id,
        { kind: 'purchase', name: 'tebex' },
        { source: 'tebex', payment: 'tbx-1', product: '1', given: { group: 'vip', days: 30 } },
      ],
      [
        steve.id,
        { kind: 'purchase', name: 'tebex' },
        {
          source: 'tebex',
          payment: 'tbx-1',
          product: '2',
          given: { currency: 'virtual', amount: 7.5 },
        },
      ],
    ],
  )
  const [given] = await readData(site, 'player.group_given')
  assert.equal(given?.source, 'purchase')
  const audits = await auditsOf(site, 'purchase.given')
  assert.deepEqual(
    audits.map(({ actor, target }) => [actor, target]),
    Array(2).fill(['purchase:tebex', steve.id]),
  )
})

siteTest(
  'a payment of Tebex is given once despite concurrent callbacks',
  async (site) => {
    const shop = await openTebex(site, { 1: VIP, 2: { kind: 'real', cents: 100 } })
    const { id } = await site.player('Steve')
    const subject = paymentOf({ products: [{ id: 1 }, { id: 2 }] })

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        shop.post(shop.bodyOf('payment.completed', subject), { instance: n % 2 }),
      ),
    )

    assert.deepEqual(
      replies.map(({ status }) => status),
      Array(20).fill(200),
    )
    const grants = await grantsOf(site, id)
    assert.deepEqual(
      grants.map(({ endsAt }) => endsAt),
      [site.now() + 30 * DAY],
    )
    assert.equal((await balanceOf(site, id)).real, 100)
  },
  { instances: 2 },
)

sqliteTest('a callback with a wrong signature or address changes nothing', async (site) => {
  const shop = await openTebex(site, { 1: VIP })
  const { id } = await site.player('Steve')
  const body = shop.bodyOf('payment.completed', paymentOf())

  const replies = [
    await shop.post(body, { secret: 'guessed' }),
    await shop.post(body, { to: `/hooks/tebex/${'a'.repeat(43)}` }),
    await shop.post('{"id":'),
    await shop.post(shop.bodyOf('payment.completed', { transaction_id: 'tbx-1' })),
  ]

  assert.deepEqual(
    replies.map(({ status, body: { error } }) => `${status} ${error}`),
    [
      '403 purchase.signature',
      '404 request.notfound',
      '400 request.invalid',
      '400 request.invalid',
    ],
  )
  assert.deepEqual(await grantsOf(site, id), [])
})

sqliteTest(
  'a payment for an unknown name is given when a player registers the name',
  async (site) => {
    const shop = await openTebex(site, { 1: VIP, 2: { kind: 'real', cents: 500 } })
    await recordEvents(site)
    await shop.pay({ customer: 'STEVE', products: [{ id: 1 }, { id: 2 }] })
    const held = await itemsOf(site)

    const { id } = await site.player('Steve')

    assert.deepEqual(
      held.map(({ state, player_id }) => [state, player_id]),
      Array(2).fill(['held', null]),
    )
    assert.equal((await grantsOf(site, id)).length, 1)
    assert.equal((await balanceOf(site, id)).real, 500)
    const received = await readData(site, 'purchase.received')
    assert.deepEqual(
      received.map(({ player }) => player?.uuid),
      [id, id],
    )
    const [grant] = await grantsOf(site, id)
    assert.equal(grant?.author, 'purchase:tebex')
  },
)

siteTest(
  'a payment concurrent with a registration is given to the new player',
  async (site) => {
    const shop = await openTebex(site, { 1: VIP })
    const names = Array.from({ length: 12 }, (_, n) => `Steve${n}`)

    await Promise.all(
      names.flatMap((customer, n) => [
        shop.pay({ payment: `tbx-${n}`, customer }),
        site.browser({ instance: 1, ip: `198.51.100.${n}` }).post('/auth/register', {
          username: customer,
          email: `${customer}@example.org`,
          password: PASSWORD,
        }),
      ]),
    )

    const items = await site.app.db.selectFrom('purchase_item').select('state').execute()
    assert.deepEqual(
      items.map(({ state }) => state),
      Array(12).fill('given'),
    )
  },
  { instances: 2 },
)

siteTest(
  'a product that was mapped after its payment is given when staff assign the payment',
  async (site) => {
    const shop = await openTebex(site)
    await addRank(site)
    const owner = await openOwner(site)
    const { id } = await site.player('Steve')
    await shop.pay()
    const [held] = await itemsOf(site)

    await mapProduct(site.app, COMMAND_LINE, { source: 'tebex', product: '1', reward: VIP })
    const reply = await owner.post('/admin/purchases/assign', { payment: 'tbx-1', player: 'Steve' })
    const again = await owner.post('/admin/purchases/assign', { payment: 'tbx-1', player: 'Steve' })

    assert.deepEqual([held?.state, held?.problem, held?.player_id], ['held', 'product', id])
    assert.deepEqual([reply.status, again.body.error], [200, 'purchase.nothingheld'])
    assert.equal((await grantsOf(site, id)).length, 1)
    const [assigned] = await auditsOf(site, 'purchase.assigned')
    assert.deepEqual([assigned?.actor, assigned?.target], [owner.id, id])
  },
)

siteTest(
  'only one of twenty concurrent requests gives the held purchases of a product',
  async (site) => {
    const shop = await openTebex(site)
    await addRank(site)
    const owner = await openOwner(site)
    const players = await Promise.all(['Steve', 'Alex', 'Efe'].map((name) => site.player(name)))
    for (const [n, customer] of ['Steve', 'Alex', 'Efe', 'Steve', 'Newcomer'].entries()) {
      await shop.pay({ payment: `tbx-${n}`, customer })
    }
    await shop.refund({ payment: 'tbx-2' })
    const path = '/admin/purchases/sources/tebex/products/1/give'
    const unmapped = await owner.post(path)
    await mapProduct(site.app, COMMAND_LINE, { source: 'tebex', product: '1', reward: VIP })
    const { body: before } = await owner.get('/admin/purchases/sources')

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => elsewhere(site, owner, n % 2).post(path)),
    )
    const { body: after } = await owner.get('/admin/purchases/sources')

    assert.equal(unmapped.body.error, 'purchase.notmapped')
    assert.deepEqual(
      [before, after].map(({ items }) => items[0].products[0].held),
      [3, 0],
    )
    const given = replies.map(({ body }) => body.given)
    assert.equal(
      given.reduce((sum, one) => sum + one, 0),
      3,
    )
    const grants = await Promise.all(players.map(({ id }) => grantsOf(site, id)))
    assert.deepEqual(
      grants.map((some) => some.length),
      [1, 1, 0],
    )
    assert.equal((await auditsOf(site, 'purchase.assigned')).length, 3)
  },
  { instances: 2 },
)

siteTest('a payment is held if its rank has rights in the panel by now', async (site) => {
  const shop = await openTebex(site, { 1: VIP })
  const { id } = await site.player('Steve')
  await site.app.db
    .updateTable('bundle')
    .set({ permissions: '["panel.news.*"]' })
    .where('id', '=', 'vip')
    .execute()

  const reply = await shop.pay()

  assert.equal(reply.status, 200)
  assert.deepEqual(await grantsOf(site, id), [])
  const [item] = await itemsOf(site)
  assert.deepEqual([item?.state, item?.problem], ['held', 'rank'])
})

sqliteTest('a payment is held if the balance would exceed its limit', async (site) => {
  const shop = await openTebex(site, { 1: { kind: 'real', cents: 1_000_000_000_000 } })
  await site.player('Steve')
  await shop.pay()

  const reply = await shop.pay({ payment: 'tbx-2' })

  assert.equal(reply.status, 200)
  const [item] = await itemsOf(site, 'tbx-2')
  assert.deepEqual([item?.state, item?.problem], ['held', 'limit'])
})

sqliteTest('a gift is given to the player whom the buyer named', async (site) => {
  const shop = await openTebex(site, { 1: VIP })
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]

  await shop.pay({ products: [{ id: 1, username: { username: 'Alex' } }] })

  assert.equal((await grantsOf(site, alex.id)).length, 1)
  assert.deepEqual(await grantsOf(site, steve.id), [])
})

siteTest('the body of a callback is stored for 30 days', async (site) => {
  const shop = await openTebex(site)
  await site.player('Steve')
  await shop.pay()
  const [callback] = await site.app.db.selectFrom('purchase_callback').selectAll().execute()

  site.wait(31 * DAY)
  await cleanupJobs(site.app).deleteOldCallbacks()

  assert.equal(JSON.parse(callback?.body ?? '').subject.transaction_id, 'tbx-1')
  assert.deepEqual(await site.app.db.selectFrom('purchase_callback').selectAll().execute(), [])
})

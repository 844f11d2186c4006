import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { HOUR } from '../../src/platform/clock.ts'
import { applyNotice } from '../../src/purchases/apply-notice.ts'
import { changeSource, mapProduct } from '../../src/purchases/change-source.ts'
import { reencryptPurchaseSecrets } from '../../src/purchases/reencrypt-secrets.ts'
import { administrator, owner } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { addRank, auditsOf, itemsOf, openTebex, SECRET } from './tebex-shop.ts'

const PATH = '/admin/purchases'
const SHOP = `${PATH}/sources/tebex`

sqliteTest(
  'purchases require their permission, and changing a shop requires re-authentication',
  async (site) => {
    const alex = await administrator(site, ['panel.access', 'panel.players.groups'])
    const notch = await owner(site)

    const replies = [
      await alex.get(PATH),
      await alex.get(`${PATH}/sources`),
      await alex.send('PATCH', SHOP, { enabled: true }),
      await alex.send('POST', `${PATH}/assign`, { payment: '1', player: 'Steve' }),
    ]
    site.wait(HOUR)
    const late = [
      await notch.send('PATCH', SHOP, { enabled: true }),
      await notch.send('PUT', `${SHOP}/products/1`, { nothing: true }),
    ]

    assert.deepEqual(replies.map(outcome), Array(4).fill('403 auth.forbidden'))
    assert.deepEqual(late.map(outcome), Array(2).fill('403 auth.proofrequired'))
  },
  { env: { JWT_EXPIRES: '3650d' } },
)

sqliteTest('a manager cannot sell a rank with permissions that the manager lacks', async (site) => {
  await addRank(site, 'panel', ['panel.news.edit'])
  await addRank(site, 'hd', ['player.cape.hd'])
  const alex = await administrator(site, ['panel.access', 'panel.purchases.manage'])
  const notch = await owner(site)

  const replies = [
    await notch.send('PUT', `${SHOP}/products/1`, { group: 'panel' }),
    await alex.send('PUT', `${SHOP}/products/1`, { group: 'hd' }),
    await notch.send('PUT', `${SHOP}/products/1`, { group: 'hd', days: 3 }),
  ]

  assert.deepEqual(replies.map(outcome), ['409 purchase.notgivable', '403 auth.forbidden', '200'])
})

sqliteTest('a product must be mapped to exactly one reward', async (site) => {
  const notch = await owner(site)
  const bodies = [{}, { real: 1, virtual: 1 }, { real: 1, days: 3 }, { real: 0 }, { real: -5 }]

  const replies = []
  for (const body of bodies) replies.push(await notch.send('PUT', `${SHOP}/products/1`, body))

  assert.deepEqual(replies.map(outcome), Array(bodies.length).fill('400 request.invalid'))
})

siteTest('no response, audit entry or column contains the secret of a shop', async (site) => {
  const notch = await owner(site)

  const changed = await notch.send('PATCH', SHOP, { enabled: true, secret: SECRET })
  const shown = await notch.get(`${PATH}/sources`)
  const audits = await auditsOf(site, 'purchase.source')
  const { rows } = await sql<object>`select * from purchase_source`.execute(site.app.db)

  assert.deepEqual(
    shown.body.items.map(({ source, hasSecret }: Record<string, unknown>) => [source, hasSecret]),
    [
      ['tebex', true],
      ['easydonate', false],
    ],
  )
  const seen = [changed.text, shown.text, JSON.stringify(audits), JSON.stringify(rows)].join()
  assert.equal(seen.includes(SECRET), false)
})

siteTest(
  'after a key rotation the secret of a shop is encrypted with the new key',
  async (site) => {
    const shop = await openTebex(site)
    const before = await sealed()
    await site.app.keys.rotate()

    await reencryptPurchaseSecrets(site.app)

    assert.notEqual(await sealed(), before)
    assert.equal((await shop.pay()).status, 200)

    async function sealed() {
      const row = await site.app.db
        .selectFrom('purchase_source')
        .select('secret_sealed')
        .executeTakeFirstOrThrow()
      return row.secret_sealed?.split('.')[0]
    }
  },
)

siteTest('paging through purchases shows each purchase of one instant once', async (site) => {
  const notch = await owner(site)
  const shop = await openTebex(site, { 1: { kind: 'nothing' } })
  await changeSource(site.app, COMMAND_LINE, 'easydonate', { isEnabled: true })
  await site.player('Steve')
  for (const payment of ['tbx-1', 'tbx-2'])
    await shop.pay({ payment, products: [{ id: 1 }, { id: 2 }, { id: 3 }] })
  await payElsewhere(site, 'tbx-2', ['1', '2'])
  site.wait(1000)
  await shop.pay({ payment: 'tbx-3', products: [{ id: 1 }, { id: 2 }] })

  const all = await Promise.all([1, 2, 3, 4, 10].map((limit) => readPages(notch, limit, '')))
  const held = await Promise.all([1, 2, 6].map((limit) => readPages(notch, limit, '&state=held')))

  const tebex = [
    'tbx-3 2',
    'tbx-3 1',
    'tbx-2 3',
    'tbx-2 2',
    'tbx-2 1',
    'tbx-1 3',
    'tbx-1 2',
    'tbx-1 1',
  ]
  const expected = [
    ...tebex.map((item) => `tebex ${item}`),
    'easydonate tbx-2 2',
    'easydonate tbx-2 1',
  ]
  for (const pages of all) assert.deepEqual(pages, expected)
  for (const pages of held)
    assert.deepEqual(
      pages,
      expected.filter((item) => !/^tebex .* 1$/.test(item)),
    )
})

sqliteTest(
  'deleting a player erases personal data from purchases, but keeps the purchases',
  async (site) => {
    const notch = await owner(site)
    const shop = await openTebex(site)
    await mapProduct(site.app, COMMAND_LINE, {
      source: 'tebex',
      product: '1',
      reward: { kind: 'real', cents: 100 },
    })
    await shop.pay() // held, until Steve registers
    const { id } = await site.player('Steve')

    const deleted = await notch.send('POST', `/admin/players/${id}/delete`, {
      username: 'Steve',
      reason: 'asked for it',
    })
    const refund = await shop.refund()

    assert.deepEqual([deleted.status, refund.status], [204, 200])
    const [item] = await itemsOf(site)
    assert.deepEqual([item?.player_id, item?.username, item?.username_key], [id, null, null])
    const callbacks = await site.app.db.selectFrom('purchase_callback').selectAll().execute()
    assert.deepEqual(
      callbacks.filter(({ body }) => body.includes('completed')),
      [],
    )
  },
)

/** Records a payment of EasyDonate at the present time. */
async function payElsewhere({ app }: Site, payment: string, products: string[]): Promise<void> {
  const items = products.map((product) => ({ product, quantity: 1, username: 'Steve' }))
  const notice = { kind: 'completed', payment: { payment, subscription: null, items } } as const
  await applyNotice(app, { source: 'easydonate', ip: '' }, { notice, id: payment, body: '{}' })
}

type Purchase = Record<'source' | 'payment' | 'product', string>

/** Reads all pages. @returns the shop, payment and product of each item */
async function readPages(
  { get }: Pick<Awaited<ReturnType<typeof owner>>, 'get'>,
  limit: number,
  filter: string,
): Promise<string[]> {
  const seen: string[] = []
  let cursor = ''
  for (let pages = 0; pages < 20; pages += 1) {
    const { body } = await get(`${PATH}?limit=${limit}${filter}${cursor}`)
    seen.push(
      ...body.items.map((item: Purchase) => `${item.source} ${item.payment} ${item.product}`),
    )
    if (body.next === null) return seen
    cursor = `&cursor=${encodeURIComponent(body.next)}`
  }
  return [...seen, 'more']
}

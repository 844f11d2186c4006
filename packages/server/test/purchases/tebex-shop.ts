import { createHash, createHmac } from 'node:crypto'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { changeSource, hookUrl, mapProduct } from '../../src/purchases/change-source.ts'
import type { Reward } from '../../src/purchases/purchase.ts'
import type { Browser } from '../support/browser.ts'
import type { Site } from '../support/site.ts'

export const SECRET = 'tebex-secret'

type Product = { id: number; quantity?: number; username?: { username: string } }
export type PaymentOptions = {
  payment?: string
  customer?: string
  products?: Product[]
  subscription?: string
}

/** Returns the subject of a payment webhook, as documented at docs.tebex.io/developers/webhooks. */
export function paymentOf({
  payment = 'tbx-1',
  customer = 'Steve',
  products = [{ id: 1 }],
  subscription,
}: PaymentOptions = {}) {
  return {
    transaction_id: payment,
    status: { id: 1, description: 'Complete' },
    payment_sequence: subscription ? 'first' : 'oneoff',
    price: { amount: 9.99, currency: 'EUR' },
    customer: {
      first_name: 'Alex',
      email: 'buyer@example.org',
      ip: '198.51.100.4',
      username: { id: 'b50ad385829d3141a2167e7d7539ba7f', username: customer },
    },
    products: products.map(({ id, quantity = 1, username }) => ({
      id,
      name: `Product ${id}`,
      quantity,
      username: username ?? { id: '1', username: customer },
    })),
    recurring_payment_reference: subscription ?? null,
  }
}

export function subscriptionOf(options: PaymentOptions & { reference: string }) {
  const payment = paymentOf({ ...options, subscription: options.reference })
  return { reference: options.reference, initial_payment: payment, last_payment: payment }
}

type ShopSite = Pick<Site, 'app' | 'now'> & {
  browser(options: { instance: number }): { post: Browser['post'] }
}

/** Turns Tebex on and maps products, and returns a shop that sends callbacks. */
export async function openTebex(site: ShopSite, products: Record<number, Reward> = {}) {
  const changes = { isEnabled: true, secret: SECRET }
  const source = await changeSource(site.app, COMMAND_LINE, 'tebex', changes)
  for (const [product, reward] of Object.entries(products)) {
    if (reward.kind === 'group') await addRank(site, reward.group)
    await mapProduct(site.app, COMMAND_LINE, { source: 'tebex', product, reward })
  }
  const path = new URL(hookUrl(site.app, source)).pathname
  let count = 0
  return {
    path,
    bodyOf(type: string, subject: unknown, date = new Date(site.now()).toISOString()) {
      count += 1
      return JSON.stringify({ id: `hook-${count}`, type, date, subject })
    },
    async post(body: string, { secret = SECRET, instance = 0, to = path } = {}) {
      const digest = createHash('sha256').update(body).digest('hex')
      const signature = createHmac('sha256', secret).update(digest).digest('hex')
      return site.browser({ instance }).post(to, body, { 'x-signature': signature })
    },
    send(type: string, subject: unknown, date?: string) {
      return this.post(this.bodyOf(type, subject, date))
    },
    pay(options?: PaymentOptions) {
      return this.send('payment.completed', paymentOf(options))
    },
    refund(options?: PaymentOptions) {
      return this.send('payment.refunded', paymentOf(options))
    },
  }
}

export async function addRank(
  site: Pick<Site, 'app' | 'now'>,
  id = 'vip',
  permissions: string[] = [],
): Promise<void> {
  await site.app.db
    .insertInto('bundle')
    .values({
      id,
      kind: 'group',
      name: id.toUpperCase(),
      priority: 1,
      permissions: JSON.stringify(permissions),
      created_at: site.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function grantsOf({ app: { db } }: Site, playerId: string) {
  return db
    .selectFrom('donate_grant')
    .select(['group_id as group', 'ends_at as endsAt', 'taken_at as takenAt', 'author'])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()
}

export async function itemsOf({ app: { db } }: Site, payment = 'tbx-1') {
  return db
    .selectFrom('purchase_item')
    .selectAll()
    .where('payment', '=', payment)
    .orderBy('position')
    .execute()
}

export async function auditsOf({ app: { db } }: Site, action: string) {
  const rows = await db
    .selectFrom('audit')
    .select(['actor', 'target', 'before', 'after'])
    .where('action', 'like', action)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, after: row.after === null ? null : JSON.parse(row.after) }))
}

/** Returns a player's balances in hundredths. */
export async function balanceOf({ app: { db } }: Site, id: string) {
  const row = await db
    .selectFrom('player')
    .select(['real_cents as real', 'virtual_cents as virtual'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row
}

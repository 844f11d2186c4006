import { type Db, speaksPostgres } from '../database/database.ts'
import type { PurchaseTable } from '../database/tables/purchases.ts'
import { isSource, PURCHASE_STATES, type Purchase, type Source } from './purchase.ts'

export async function lockPurchase(
  tx: Db,
  source: Source,
  payment: string,
): Promise<Purchase | undefined> {
  const row = await tx
    .selectFrom('purchase')
    .selectAll()
    .where('source', '=', source)
    .where('payment', '=', payment)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toPurchase(row)[0]
}

/**
 * Stores a payment unless it is stored already. The primary key decides between concurrent callbacks.
 * @returns whether the payment was new
 */
export async function insertPurchase(tx: Db, purchase: Purchase): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('purchase')
    .values({
      source: purchase.source,
      payment: purchase.payment,
      state: purchase.state,
      subscription: purchase.subscription,
      noticed_at: purchase.noticedAt,
      created_at: purchase.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['source', 'payment']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updatePurchase(tx: Db, purchase: Purchase): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({
      state: purchase.state,
      subscription: purchase.subscription,
      noticed_at: purchase.noticedAt,
    })
    .where('source', '=', purchase.source)
    .where('payment', '=', purchase.payment)
    .execute()
}

export async function listSourcesOfPayment(db: Db, payment: string): Promise<Source[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('source')
    .where('payment', '=', payment)
    .execute()
  return rows.flatMap(({ source }) => (isSource(source) ? [source] : []))
}

/** Lists the IDs of the payments of a subscription that were not refunded. */
export async function listPaymentsOf(
  tx: Db,
  source: Source,
  subscription: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('purchase')
    .select('payment')
    .where('source', '=', source)
    .where('subscription', '=', subscription)
    .where('state', '!=', 'refunded')
    .orderBy('created_at')
    .execute()
  return rows.map(({ payment }) => payment)
}

export type Callback = {
  id: string
  source: Source
  payment: string | null
  playerId: string | null
  body: string
  receivedAt: number
}

export async function insertCallback(tx: Db, callback: Callback): Promise<void> {
  const { id, source, payment, playerId, body, receivedAt } = callback
  await tx
    .insertInto('purchase_callback')
    .values({ id, source, payment, player_id: playerId, body, received_at: receivedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Assigns the stored callbacks of a held payment to the player who gets it, so that they are deleted with this player.
 */
export async function assignCallbacks(
  tx: Db,
  { source, payment, playerId }: { source: Source; payment: string; playerId: string },
): Promise<void> {
  await tx
    .updateTable('purchase_callback')
    .set({ player_id: playerId })
    .where('source', '=', source)
    .where('payment', '=', payment)
    .where('player_id', 'is', null)
    .execute()
}

export async function deleteOldCallbacks(db: Db, before: number): Promise<void> {
  await db.deleteFrom('purchase_callback').where('received_at', '<', before).execute()
}

function toPurchase(row: PurchaseTable): Purchase[] {
  const state = PURCHASE_STATES.find((one) => one === row.state)
  if (!isSource(row.source) || !state) return []
  const { source, payment, subscription, noticed_at: noticedAt, created_at: createdAt } = row
  return [{ source, payment, state, subscription, noticedAt, createdAt }]
}

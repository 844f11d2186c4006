import type { Db } from '../database/database.ts'
import type { PurchaseItemTable } from '../database/tables/purchases.ts'
import { toItem } from './item-store.ts'
import { type Item, PURCHASE_STATES, type PurchaseState, type Source } from './purchase.ts'

export type ItemWithPurchase = Item & { paymentState: PurchaseState; receivedAt: number }

/** `before` is the last item of the previous page; undefined for the first page. */
export type PurchasePage = {
  isHeldOnly: boolean
  limit: number
  before?:
    | readonly [receivedAt: number, source: string, payment: string, position: number]
    | undefined
}

export async function listPurchaseItems(
  db: Db,
  { isHeldOnly, limit, before }: PurchasePage,
): Promise<ItemWithPurchase[]> {
  const rows = await selectItems(db)
    .$if(isHeldOnly, (query) => query.where('purchase_item.state', '=', 'held'))
    .$if(before !== undefined, (query) =>
      query.where((eb) => {
        const [receivedAt, source, payment, position] = before ?? [0, '', '', 0]
        return eb(
          eb.refTuple(
            'purchase.created_at',
            'purchase.source',
            'purchase.payment',
            'purchase_item.position',
          ),
          '<',
          eb.tuple(receivedAt, source, payment, position),
        )
      }),
    )
    .orderBy('purchase.created_at', 'desc')
    .orderBy('purchase.source', 'desc')
    .orderBy('purchase.payment', 'desc')
    .orderBy('purchase_item.position', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(toItemWithPurchase)
}

export async function listItemsOf(
  db: Db,
  source: Source,
  payment: string,
): Promise<ItemWithPurchase[]> {
  const rows = await selectItems(db)
    .where('purchase.source', '=', source)
    .where('purchase.payment', '=', payment)
    .orderBy('purchase_item.position')
    .execute()
  return rows.flatMap(toItemWithPurchase)
}

function selectItems(db: Db) {
  return db
    .selectFrom('purchase')
    .innerJoin('purchase_item', (join) =>
      join
        .onRef('purchase.source', '=', 'purchase_item.source')
        .onRef('purchase.payment', '=', 'purchase_item.payment'),
    )
    .selectAll('purchase_item')
    .select(['purchase.state as paymentState', 'purchase.created_at as receivedAt'])
}

type Row = PurchaseItemTable & { paymentState: string; receivedAt: number }

function toItemWithPurchase({ paymentState, receivedAt, ...row }: Row): ItemWithPurchase[] {
  const state = PURCHASE_STATES.find((one) => one === paymentState)
  return state ? toItem(row).map((item) => ({ ...item, paymentState: state, receivedAt })) : []
}

import type { Db } from '../database/database.ts'
import type { PurchaseItemTable } from '../database/tables/purchases.ts'
import { lookupKey } from '../players/player.ts'
import {
  type Item,
  type ItemKey,
  type ItemProblem,
  type ItemState,
  isSource,
  type Source,
} from './purchase.ts'
import { rewardColumns, toReward } from './source-store.ts'

export async function insertItems(tx: Db, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  await tx
    .insertInto('purchase_item')
    .values(
      items.map((item) => ({
        source: item.source,
        payment: item.payment,
        position: item.position,
        product: item.product,
        quantity: item.quantity,
        username: item.username,
        username_key: item.username === null ? null : lookupKey(item.username),
        ...changing(item),
      })),
    )
    .execute()
}

export async function updateItem(tx: Db, item: Item): Promise<void> {
  await tx
    .updateTable('purchase_item')
    .set(changing(item))
    .where('source', '=', item.source)
    .where('payment', '=', item.payment)
    .where('position', '=', item.position)
    .execute()
}

export async function listItems(db: Db, source: Source, payment: string): Promise<Item[]> {
  const rows = await db
    .selectFrom('purchase_item')
    .selectAll()
    .where('source', '=', source)
    .where('payment', '=', payment)
    .orderBy('position')
    .execute()
  return rows.flatMap(toItem)
}

/**
 * Lists held items that were paid for under these names and have no player yet. Only completed payments, oldest first.
 */
export async function listHeldItems(db: Db, usernames: readonly string[]): Promise<Item[]> {
  const rows = await db
    .selectFrom('purchase_item')
    .innerJoin('purchase', (join) =>
      join
        .onRef('purchase.source', '=', 'purchase_item.source')
        .onRef('purchase.payment', '=', 'purchase_item.payment'),
    )
    .selectAll('purchase_item')
    .where('purchase_item.state', '=', 'held')
    .where('purchase_item.username_key', 'in', usernames.map(lookupKey))
    .where('purchase_item.player_id', 'is', null)
    .where('purchase.state', '=', 'completed')
    .orderBy('purchase.created_at')
    .orderBy('purchase_item.source')
    .orderBy('purchase_item.payment')
    .orderBy('purchase_item.position')
    .execute()
  return rows.flatMap(toItem)
}

/**
 * Lists the IDs of completed payments in which an item of the product is held although its player is known, oldest
 * first.
 */
export async function listHeldPayments(
  db: Db,
  { source, product, limit }: { source: Source; product: string; limit: number },
): Promise<string[]> {
  const rows = await selectHeldItems(db)
    .select('purchase.payment')
    .distinct()
    .select('purchase.created_at')
    .where('purchase_item.source', '=', source)
    .where('purchase_item.product', '=', product)
    .orderBy('purchase.created_at')
    .orderBy('purchase.payment')
    .limit(limit)
    .execute()
  return rows.map(({ payment }) => payment)
}

/** Counts the held items whose player is known. The key is `<source> <product>`. */
export async function countHeldItems(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await selectHeldItems(db)
    .select((eb) => [
      'purchase_item.source',
      'purchase_item.product',
      eb.fn.countAll<string | number>().as('held'),
    ])
    .groupBy(['purchase_item.source', 'purchase_item.product'])
    .execute()
  return new Map(rows.map(({ source, product, held }) => [`${source} ${product}`, Number(held)]))
}

/** Selects held items whose player is known. Only completed payments. */
function selectHeldItems(db: Db) {
  return db
    .selectFrom('purchase_item')
    .innerJoin('purchase', (join) =>
      join
        .onRef('purchase.source', '=', 'purchase_item.source')
        .onRef('purchase.payment', '=', 'purchase_item.payment'),
    )
    .where('purchase_item.state', '=', 'held')
    .where('purchase_item.player_id', 'is not', null)
    .where('purchase.state', '=', 'completed')
}

/** Lists the items in the state `given` that belong to a grant, except the item `own`, oldest first. */
export async function listOtherItemsOf(tx: Db, grantId: string, own: ItemKey): Promise<Item[]> {
  const rows = await tx
    .selectFrom('purchase_item')
    .selectAll()
    .where('grant_id', '=', grantId)
    .where('state', '=', 'given')
    .orderBy('given_at')
    .execute()
  return rows.flatMap(toItem).filter((item) => !isSameItem(item, own))
}

function isSameItem(one: ItemKey, other: ItemKey): boolean {
  return (
    one.source === other.source && one.payment === other.payment && one.position === other.position
  )
}

function changing(item: Item) {
  return {
    player_id: item.playerId,
    state: item.state,
    problem: item.problem,
    ...(item.reward
      ? rewardColumns(item.reward)
      : { kind: null, bundle_id: null, days: null, cents: null }),
    grant_id: item.grantId,
    added: item.added,
    former_end: item.formerEnd,
    taken: item.taken,
    given_at: item.givenAt,
    taken_at: item.takenAt,
  }
}

const STATES: readonly ItemState[] = ['held', 'given', 'ended', 'taken', 'void']
const PROBLEMS: readonly ItemProblem[] = ['product', 'rank', 'limit']

export function toItem(row: PurchaseItemTable): Item[] {
  const state = STATES.find((one) => one === row.state)
  if (!isSource(row.source) || !state) return []
  return [
    {
      source: row.source,
      payment: row.payment,
      position: row.position,
      product: row.product,
      quantity: row.quantity,
      username: row.username,
      playerId: row.player_id,
      state,
      problem: PROBLEMS.find((one) => one === row.problem) ?? null,
      reward: toReward(row),
      grantId: row.grant_id,
      added: row.added,
      formerEnd: row.former_end,
      taken: row.taken,
      givenAt: row.given_at,
      takenAt: row.taken_at,
    },
  ]
}

import { type Db, speaksPostgres } from '../database/database.ts'
import type { PurchaseProductTable, PurchaseSourceTable } from '../database/tables/purchases.ts'
import { isSource, type PurchaseSource, type Reward, type Source } from './purchase.ts'

export async function listSources(db: Db): Promise<PurchaseSource[]> {
  const rows = await db.selectFrom('purchase_source').selectAll().orderBy('source').execute()
  return rows.flatMap(toSource)
}

export async function findSourceByHook(
  db: Db,
  source: Source,
  hook: string,
): Promise<PurchaseSource | undefined> {
  const row = await db
    .selectFrom('purchase_source')
    .selectAll()
    .where('source', '=', source)
    .where('hook', '=', hook)
    .executeTakeFirst()
  return row && toSource(row)[0]
}

/**
 * Locks a shop until the transaction ends, so that its payments are processed one at a time. Waits for transactions
 * that create players (see `shareSources`).
 * @returns undefined if the shop was never turned on
 */
export async function lockSource(tx: Db, source: Source): Promise<PurchaseSource | undefined> {
  const row = await tx
    .selectFrom('purchase_source')
    .selectAll()
    .where('source', '=', source)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toSource(row)[0]
}

/**
 * Takes a shared lock of all shops until the transaction ends. No payment is processed in the meantime, so a new player
 * gets every held payment.
 * @returns whether the site has a shop
 */
export async function shareSources(tx: Db): Promise<boolean> {
  const rows = await tx
    .selectFrom('purchase_source')
    .select('source')
    .orderBy('source')
    .$if(speaksPostgres(tx), (query) => query.forShare())
    .execute()
  return rows.length > 0
}

/** Stores a shop unless it is stored already, so that concurrent commands turn it on with the same URL. */
export async function insertSource(tx: Db, source: PurchaseSource): Promise<void> {
  await tx
    .insertInto('purchase_source')
    .values({ source: source.source, created_at: source.createdAt, ...toRow(source) })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute()
}

export async function updateSource(tx: Db, source: PurchaseSource): Promise<void> {
  await tx
    .updateTable('purchase_source')
    .set(toRow(source))
    .where('source', '=', source.source)
    .execute()
}

/** Replaces the encrypted secret, unless it was changed in the meantime. */
export async function replaceSecret(
  db: Db,
  source: Source,
  { old, renewed }: { old: string; renewed: string },
): Promise<void> {
  await db
    .updateTable('purchase_source')
    .set({ secret_sealed: renewed })
    .where('source', '=', source)
    .where('secret_sealed', '=', old)
    .execute()
}

export type PurchaseMapping = { source: Source; product: string; reward: Reward }

export async function listMappings(db: Db): Promise<PurchaseMapping[]> {
  const rows = await db
    .selectFrom('purchase_product')
    .selectAll()
    .orderBy('source')
    .orderBy('product')
    .execute()
  return rows.flatMap(toMapping)
}

export async function findReward(
  db: Db,
  source: Source,
  product: string,
): Promise<Reward | undefined> {
  const row = await db
    .selectFrom('purchase_product')
    .selectAll()
    .where('source', '=', source)
    .where('product', '=', product)
    .executeTakeFirst()
  return row && toMapping(row)[0]?.reward
}

export async function upsertMapping(
  tx: Db,
  { source, product, reward }: PurchaseMapping,
): Promise<void> {
  const values = rewardColumns(reward)
  await tx
    .insertInto('purchase_product')
    .values({ source, product, ...values })
    .onConflict((conflict) => conflict.columns(['source', 'product']).doUpdateSet(values))
    .execute()
}

export async function deleteMapping(tx: Db, source: Source, product: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('purchase_product')
    .where('source', '=', source)
    .where('product', '=', product)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function rewardColumns(reward: Reward) {
  return {
    kind: reward.kind,
    bundle_id: reward.kind === 'group' ? reward.group : null,
    days: reward.kind === 'group' ? reward.days : null,
    cents: 'cents' in reward ? reward.cents : null,
  }
}

export function toReward(row: {
  kind: string | null
  bundle_id: string | null
  days: number | null
  cents: number | null
}): Reward | null {
  const { kind, bundle_id: group, days, cents } = row
  if (kind === 'group' && group !== null) return { kind, group, days }
  if ((kind === 'real' || kind === 'virtual') && cents !== null) return { kind, cents }
  return kind === 'nothing' ? { kind } : null
}

function toMapping(row: PurchaseProductTable): PurchaseMapping[] {
  const reward = toReward(row)
  return isSource(row.source) && reward
    ? [{ source: row.source, product: row.product, reward }]
    : []
}

function toRow({ hook, secretSealed, isEnabled }: PurchaseSource) {
  return { hook, secret_sealed: secretSealed, enabled: Number(isEnabled) }
}

function toSource(row: PurchaseSourceTable): PurchaseSource[] {
  if (!isSource(row.source)) return []
  return [
    {
      source: row.source,
      hook: row.hook,
      secretSealed: row.secret_sealed,
      isEnabled: row.enabled === 1,
      createdAt: row.created_at,
    },
  ]
}

import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Adds the shops that report payments to the site, the rewards for their products, the payments, their items, and the
 * callbacks of the shops.
 */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('purchase_source')
    .addColumn('source', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hook', 'text', (column) => column.notNull().unique())
    .addColumn('secret_sealed', 'text')
    .addColumn('enabled', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('purchase_product')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('bundle_id', 'text')
    .addColumn('days', 'bigint')
    .addColumn('cents', 'bigint')
    .addPrimaryKeyConstraint('purchase_product_pkey', ['source', 'product'])
    .execute()
  await db.schema
    .createTable('purchase')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('subscription', 'text')
    .addColumn('noticed_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('purchase_pkey', ['source', 'payment'])
    .execute()
  await db.schema
    .createIndex('purchase_list_index')
    .on('purchase')
    .columns(['created_at', 'source', 'payment'])
    .execute()
  await db.schema
    .createIndex('purchase_subscription_index')
    .on('purchase')
    .columns(['source', 'subscription'])
    .where(sql.ref('subscription'), 'is not', null)
    .execute()
  await createItems(db)
  await db.schema
    .createTable('purchase_callback')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('payment', 'text')
    .addColumn('player_id', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const column of ['received_at', 'player_id'] as const) {
    await db.schema
      .createIndex(`purchase_callback_${column}_index`)
      .on('purchase_callback')
      .column(column)
      .execute()
  }
}

async function createItems(db: Db): Promise<void> {
  await db.schema
    .createTable('purchase_item')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addColumn('username', 'text')
    .addColumn('player_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('kind', 'text')
    .addColumn('bundle_id', 'text')
    .addColumn('days', 'bigint')
    .addColumn('cents', 'bigint')
    .addColumn('grant_id', 'text')
    .addColumn('added', 'bigint')
    .addColumn('former_end', 'bigint')
    .addColumn('taken', 'bigint')
    .addColumn('given_at', 'bigint')
    .addColumn('taken_at', 'bigint')
    .addColumn('username_key', 'text')
    .addPrimaryKeyConstraint('purchase_item_pkey', ['source', 'payment', 'position'])
    .execute()
  await db.schema
    .createIndex('purchase_item_held_index')
    .on('purchase_item')
    .column('username_key')
    .where(sql.ref('state'), '=', sql.lit('held'))
    .execute()
  for (const column of ['player_id', 'grant_id'] as const) {
    await db.schema
      .createIndex(`purchase_item_${column}_index`)
      .on('purchase_item')
      .column(column)
      .execute()
  }
}

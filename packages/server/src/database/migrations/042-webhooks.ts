import { sql } from 'kysely'
import type { Db } from '../database.ts'

export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('webhook')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('secret_sealed', 'text', (column) => column.notNull())
    .addColumn('former_secret_sealed', 'text')
    .addColumn('former_secret_until', 'bigint')
    .addColumn('after_seq', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('failing_since', 'bigint')
    .execute()
  await db.schema
    .createTable('webhook_delivery')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhook.id').onDelete('cascade'),
    )
    .addColumn('event_number', 'bigint')
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('order_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('attempted_at', 'bigint')
    .addColumn('status', 'bigint')
    .addColumn('duration', 'bigint')
    .addColumn('answer', 'text')
    .execute()
  await db.schema
    .createIndex('webhook_delivery_order_index')
    .on('webhook_delivery')
    .columns(['webhook_id', 'order_key', 'event_number'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()
  await db.schema
    .createIndex('webhook_delivery_due_index')
    .on('webhook_delivery')
    .columns(['webhook_id', 'next_at'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()
  await db.schema
    .createIndex('webhook_delivery_list_index')
    .on('webhook_delivery')
    .columns(['webhook_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('webhook_delivery_key_index')
    .on('webhook_delivery')
    .column('order_key')
    .execute()
  await db.schema
    .createIndex('webhook_delivery_age_index')
    .on('webhook_delivery')
    .column('created_at')
    .execute()
  await db.insertInto('event_progress').values({ name: 'webhooks', position: 0 }).execute()
}

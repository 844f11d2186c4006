import type { Db } from '../database.ts'

/** What was answered to requests with an `Idempotency-Key`, for a day. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('kept_answer')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('kept_answer_expires_at_index')
    .on('kept_answer')
    .column('expires_at')
    .execute()
}

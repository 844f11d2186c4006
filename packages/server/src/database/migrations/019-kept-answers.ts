import type { Db } from '../database.ts'

/**
 * Adds stored responses to requests with an `Idempotency-Key`, and a mark for mails whose sender stopped responding.
 */
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
  await db.schema.alterTable('outbox').addColumn('doubted_at', 'bigint').execute()
}

import type { Db } from '../database.ts'

/** Adds tables for the outcomes of refreshes whose response may be lost (docs/decisions/013-lost-refreshes.md). */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('refresh_process')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('settled', 'bigint', (column) => column.notNull())
    .addColumn('beat', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('lost_refresh')
    .addColumn('step', 'text', (column) => column.primaryKey().notNull())
    .addColumn('lost_at', 'bigint', (column) => column.notNull())
    .execute()
}

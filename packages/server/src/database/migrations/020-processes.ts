import type { Db } from '../database.ts'

/** Adds the processes of the site, each of which records a heartbeat once a minute. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('process')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('clock_ahead', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
}

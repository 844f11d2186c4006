import type { Db } from '../database.ts'

/** Adds back-channel logouts that have not been sent to their client yet. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('oidc_logout')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('sid', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('oidc_logout_next_try_index')
    .on('oidc_logout')
    .columns(['next_try_at'])
    .execute()
}

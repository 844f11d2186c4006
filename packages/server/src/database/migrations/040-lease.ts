import type { Db } from '../database.ts'

/**
 * Adds leases (see database/lease-store.ts). Deletes two rows of `setting` in which unreleased versions stored the run
 * of an import.
 */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('progress', 'text')
    .execute()
  await db.deleteFrom('setting').where('name', 'in', ['import.run', 'import.pulse']).execute()
}

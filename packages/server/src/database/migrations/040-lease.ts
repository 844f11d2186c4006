import type { Db } from '../database.ts'

/**
 * Leases: what one process at a time may do (see database/lease-store.ts). The run of an import was kept in two rows
 * of `setting` by versions between two releases.
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

import type { Db } from '../database.ts'

export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('export_link')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('export_link_player_id_index')
    .on('export_link')
    .column('player_id')
    .execute()
}

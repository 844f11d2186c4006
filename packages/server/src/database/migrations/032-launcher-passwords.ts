import type { Db } from '../database.ts'

/** Adds launcher passwords, and to each game session the launcher password that started it. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('launcher_password')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('launcher_password_player_id_index')
    .on('launcher_password')
    .columns(['player_id', 'mark'])
    .execute()
  await db.schema.alterTable('session').addColumn('launcher_password_id', 'text').execute()
}

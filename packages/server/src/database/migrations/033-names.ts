import type { Db } from '../database.ts'

export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('kept_name')
    .addColumn('name_key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) => column.notNull()) // no foreign key: the reservation outlives the player
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('kept_name_player_id_index')
    .on('kept_name')
    .column('player_id')
    .execute()
  await db.schema.createIndex('kept_name_until_index').on('kept_name').column('until').execute()
  await db.schema
    .createTable('former_name')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('former_name_player_id_index')
    .on('former_name')
    .columns(['player_id', 'id'])
    .execute()
}

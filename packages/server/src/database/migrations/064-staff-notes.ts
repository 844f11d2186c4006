import type { Db } from '../database.ts'

export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('staff_note')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('staff_note_of_player')
    .on('staff_note')
    .columns(['player_id', 'created_at'])
    .execute()
}

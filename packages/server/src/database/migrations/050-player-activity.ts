import type { Db } from '../database.ts'

/** Adds play time and last visits, as game servers report them. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('player_activity')
    .addColumn('player_id', 'text', (column) =>
      column.primaryKey().notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('play_seconds', 'bigint', (column) => column.notNull())
    .addColumn('last_played_at', 'bigint', (column) => column.notNull())
    .addColumn('counted_until', 'bigint')
    .execute()
}

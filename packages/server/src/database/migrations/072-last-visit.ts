import type { Db } from '../database.ts'

/** Adds the day of a player's last visit, by which the list of players is sorted; 0 if none is known. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('player')
    .addColumn('seen_on', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

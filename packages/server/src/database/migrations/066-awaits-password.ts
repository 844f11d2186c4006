import type { Db } from '../database.ts'

/**
 * Adds a flag to imported players: 1 if a player was imported without a password and has got no reset link yet,
 * otherwise 0.
 */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('player_import')
    .addColumn('awaits_password', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

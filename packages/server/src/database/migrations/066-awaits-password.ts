import type { Db } from '../database.ts'

/** Marks players who were imported without a password and have got no reset link yet (1; otherwise 0). */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('player_import')
    .addColumn('awaits_password', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

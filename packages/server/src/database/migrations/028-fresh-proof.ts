import type { Db } from '../database.ts'

/** When sessions were proved again, and codes that sign in once in the place of one from an app. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('session').addColumn('proved_at', 'bigint').execute()
  await db.schema
    .createTable('recovery_code')
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('mark', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_pkey', ['player_id', 'mark'])
    .execute()
}

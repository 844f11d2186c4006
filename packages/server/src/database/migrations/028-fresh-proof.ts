import type { Db } from '../database.ts'

/** Adds the last re-authentication of a session, and recovery codes for 2FA. */
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

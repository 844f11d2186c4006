import type { Db } from '../database.ts'

/** A mail that became a file, because no mail server was set, is no longer called sent. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('kept_at', 'bigint').execute()
}

import type { Db } from '../database.ts'

/** Distinguishes mails that were written to a file, because no mail server was set, from sent mails. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('kept_at', 'bigint').execute()
}

import type { Db } from '../database.ts'

/** Marks mails that were written to a file because no mail server was set, to distinguish them from sent mails. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('kept_at', 'bigint').execute()
}

import type { Db } from '../database.ts'

/**
 * Adds to mails the instant when a mail was written to a file because no mail server was set. This instant
 * distinguishes such mails from sent ones.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('kept_at', 'bigint').execute()
}

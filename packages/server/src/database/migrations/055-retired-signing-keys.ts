import type { Db } from '../database.ts'

/**
 * Adds the instant when a key that signs for other programs was replaced. The row of a replaced key is named
 * `<name>:<kid>`.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('signing_key').addColumn('retired_at', 'bigint').execute()
}

import type { Db } from '../database.ts'

/** When a key that signed for other programs was replaced. Such rows are named `<name>:<kid>`. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('signing_key').addColumn('retired_at', 'bigint').execute()
}

import type { Db } from '../database.ts'

/** When a temporary player or key ends, which the site creates for a self-test. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('player').addColumn('ends_at', 'bigint').execute()
  await db.schema.alterTable('api_key').addColumn('ends_at', 'bigint').execute()
}

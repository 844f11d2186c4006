import type { Db } from '../database.ts'

/** Adds the time when a temporary player or API key ends. The site creates these for a self-test. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('player').addColumn('ends_at', 'bigint').execute()
  await db.schema.alterTable('api_key').addColumn('ends_at', 'bigint').execute()
}

import type { Db } from '../database.ts'

/** When a player and a key that the site made up to try itself out come to an end (see probe/). */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('player').addColumn('ends_at', 'bigint').execute()
  await db.schema.alterTable('api_key').addColumn('ends_at', 'bigint').execute()
}

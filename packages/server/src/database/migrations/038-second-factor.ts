import type { Db } from '../database.ts'

/**
 * The second factor that was last given in a session. Null for sessions that are open during the update or belong to
 * the previous release: their players give it again before the panel opens.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('session').addColumn('second_factor', 'text').execute()
}

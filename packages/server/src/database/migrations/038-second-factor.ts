import type { Db } from '../database.ts'

/**
 * Adds the second factor that was last used in a session. It is null for sessions that are open during the update or
 * were opened by the previous release: their players have to use a factor again before the panel opens.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('session').addColumn('second_factor', 'text').execute()
}

import type { Db } from '../database.ts'

/**
 * Which second factor was last given in a session. Null for sessions that are open at the update and for those
 * of the previous release: their players give it once more before the panel opens.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('session').addColumn('second_factor', 'text').execute()
}

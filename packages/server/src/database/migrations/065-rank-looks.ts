import type { Db } from '../database.ts'

/** Adds the color and icon of donor ranks, and their position. Ranks without a position follow those that have one. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('bundle').addColumn('color', 'text').execute()
  await db.schema.alterTable('bundle').addColumn('icon', 'text').execute()
  await db.schema.alterTable('bundle').addColumn('position', 'bigint').execute()
}

import type { Db } from '../database.ts'

/** The texts of messages that differ from those of the site. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('webhook')
    .addColumn('texts', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}

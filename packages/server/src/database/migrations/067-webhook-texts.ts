import type { Db } from '../database.ts'

/** Adds a webhook's own texts for messages, which replace the texts of the site. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('webhook')
    .addColumn('texts', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}

import type { Db } from '../database.ts'

/** Adds texts for the messages of a webhook, for messages that differ from the texts of the site. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('webhook')
    .addColumn('texts', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}

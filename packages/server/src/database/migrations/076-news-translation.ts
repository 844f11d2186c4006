import type { Db } from '../database.ts'

/** A second language of news. All columns are null without a translation. */
export async function up(db: Db): Promise<void> {
  for (const part of ['locale', 'title', 'summary', 'body', 'html']) {
    await db.schema.alterTable('news').addColumn(`translation_${part}`, 'text').execute()
  }
}

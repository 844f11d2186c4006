import type { Db } from '../database.ts'

/** Adds the translation of news into a second language. All its columns are null for news without a translation. */
export async function up(db: Db): Promise<void> {
  for (const part of ['locale', 'title', 'summary', 'body', 'html']) {
    await db.schema.alterTable('news').addColumn(`translation_${part}`, 'text').execute()
  }
}

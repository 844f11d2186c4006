import type { Db } from '../database.ts'

type Before = {
  id: string
  title: string
  title_key: string
  body: string
  format: string
  html: string
  plain_text: string
  tag: string | null
  link: string | null
  banner: string | null
  author: string
  created_at: number
  updated_at: number
  published_at: number | null
}

const BATCH_SIZE = 50
const MAX_SUMMARY_LENGTH = 240

/**
 * Adds a summary for lists. SQLite reads a row from its start, so this also moves the long columns to the end of the
 * row.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('news').renameTo('news_before').execute()
  await db.schema
    .createTable('news')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_key', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('tag', 'text')
    .addColumn('link', 'text')
    .addColumn('banner', 'text')
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('plain_text', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  await copyRows(db)
  await db.schema.dropTable('news_before').execute()
  await db.schema
    .createIndex('news_published_at_id_index')
    .on('news')
    .columns(['published_at', 'id'])
    .execute()
}

async function copyRows(db: Db): Promise<void> {
  const tables = db.withTables<{ news_before: Before; news: Before & { summary: string } }>()
  for (let after = ''; ; ) {
    const rows = await tables
      .selectFrom('news_before')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    const summed = rows.map((row) => ({ ...row, summary: summaryOf(row.plain_text) }))
    await tables.insertInto('news').values(summed).execute()
    after = last.id
  }
}

function summaryOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= MAX_SUMMARY_LENGTH) return line
  const cut = line.slice(0, MAX_SUMMARY_LENGTH)
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || undefined).trimEnd()}…`
}

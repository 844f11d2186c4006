import type { Db } from '../database.ts'

/**
 * Adds pages that the owner writes, their former versions, and a mark for players who hide their public profile. SQLite
 * reads a row from its start, so the long columns are last.
 */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('page')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('title_en', 'text', (column) => column.notNull())
    .addColumn('title_ru', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('summary_en', 'text', (column) => column.notNull())
    .addColumn('summary_ru', 'text', (column) => column.notNull())
    .addColumn('html_en', 'text', (column) => column.notNull())
    .addColumn('html_ru', 'text', (column) => column.notNull())
    .addColumn('body_en', 'text', (column) => column.notNull())
    .addColumn('body_ru', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('page_version')
    .addColumn('page_id', 'text', (column) => column.notNull().references('page.id'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addColumn('title_en', 'text', (column) => column.notNull())
    .addColumn('title_ru', 'text', (column) => column.notNull())
    .addColumn('body_en', 'text', (column) => column.notNull())
    .addColumn('body_ru', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_version_pkey', ['page_id', 'version'])
    .execute()
  await db.schema.alterTable('player').addColumn('profile_hidden_at', 'bigint').execute()
}

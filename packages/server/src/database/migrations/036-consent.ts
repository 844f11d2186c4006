import type { Db } from '../database.ts'

/** Adds pages that require consent, each edition of their text, and the consents of players. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('page_demand')
    .addColumn('page_id', 'text', (column) =>
      column.primaryKey().notNull().references('page.id').onDelete('cascade'),
    )
    .addColumn('edition', 'bigint', (column) => column.notNull())
    .addColumn('demanded_at', 'bigint')
    .execute()
  await db.schema
    .createTable('page_edition')
    .addColumn('page_id', 'text', (column) =>
      column.notNull().references('page.id').onDelete('cascade'),
    )
    .addColumn('edition', 'bigint', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addColumn('title_en', 'text', (column) => column.notNull())
    .addColumn('title_ru', 'text', (column) => column.notNull())
    .addColumn('body_en', 'text', (column) => column.notNull())
    .addColumn('body_ru', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_edition_pkey', ['page_id', 'edition'])
    .execute()
  await db.schema
    .createTable('consent')
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('page_id', 'text', (column) => column.notNull())
    .addColumn('edition', 'bigint', (column) => column.notNull())
    .addColumn('agreed_at', 'bigint', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('consent_pkey', ['player_id', 'page_id', 'edition'])
    .addForeignKeyConstraint(
      'consent_edition_fkey',
      ['page_id', 'edition'],
      'page_edition',
      ['page_id', 'edition'],
      (key) => key.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('consent_edition_index')
    .on('consent')
    .columns(['page_id', 'edition'])
    .execute()
  await db.schema
    .createTable('age_answer')
    .addColumn('player_id', 'text', (column) =>
      column.primaryKey().notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('at_least', 'bigint', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .execute()
}

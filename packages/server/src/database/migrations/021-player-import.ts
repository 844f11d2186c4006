import type { Db } from '../database.ts'

/** Adds a record of each imported player: the name on the previous site, and which values the import wrote. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('player_import')
    .addColumn('player_id', 'text', (column) =>
      column.primaryKey().notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('imported_at', 'bigint', (column) => column.notNull())
    .addColumn('password_mark', 'text', (column) => column.notNull())
    .addColumn('email_mark', 'text', (column) => column.notNull())
    .addColumn('totp', 'bigint', (column) => column.notNull())
    .addColumn('belongings', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .createIndex('player_import_name_key_index')
    .on('player_import')
    .columns(['name_key', 'source'])
    .execute()
}

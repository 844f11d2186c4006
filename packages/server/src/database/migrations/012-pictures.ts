import { type Db, speaksPostgres } from '../database.ts'

/** Adds pictures and where they are used. SQLite reads a row from its start, so the bytes are the last column. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('picture')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('released_at', 'bigint')
    .addColumn('bytes', speaksPostgres(db) ? 'bytea' : 'blob', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('picture_use')
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().references('picture.hash'))
    .addPrimaryKeyConstraint('picture_use_pkey', ['holder', 'hash'])
    .execute()
  await db.schema.createIndex('picture_use_hash_index').on('picture_use').column('hash').execute()
}

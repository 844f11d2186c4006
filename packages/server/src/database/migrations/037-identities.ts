import type { Db } from '../database.ts'

/** Adds identity providers, and the accounts that players have linked. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('identity_provider')
    .addColumn('slug', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('secret_sealed', 'text', (column) => column.notNull())
    .addColumn('trusted', 'bigint', (column) => column.notNull())
    .addColumn('enabled', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('identity')
    .addColumn('provider', 'text', (column) =>
      column.notNull().references('identity_provider.slug').onDelete('cascade'),
    )
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('identity_pkey', ['provider', 'subject'])
    .execute()
  await db.schema
    .createIndex('identity_player_id_index')
    .on('identity')
    .columns(['player_id', 'provider'])
    .unique()
    .execute()
}

import type { Db } from '../database.ts'

/** Adds passkeys, used challenges, and the sign-in method of a session. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('synced', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('copied_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('passkey_player_id_index')
    .on('passkey')
    .columns(['player_id', 'created_at'])
    .execute()
  await db.schema
    .createTable('burnt_attempt')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('burnt_attempt_expires_at_index')
    .on('burnt_attempt')
    .column('expires_at')
    .execute()
  await db.schema.alterTable('session').addColumn('signed_in_with', 'text').execute()
}

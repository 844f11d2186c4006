import type { Db } from '../database.ts'

export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('player').addColumn('totp_sealed', 'text').execute()
  await db.schema.alterTable('player').addColumn('totp_enabled_at', 'bigint').execute()
  await db.schema
    .alterTable('player')
    .addColumn('totp_last_step', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('email_code')
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('code_mac', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('email_code_pkey', ['player_id', 'purpose'])
    .execute()

  await db.schema
    .createTable('reset_request')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('reset_link')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('reset_link_player_id_index')
    .on('reset_link')
    .column('player_id')
    .execute()
}

import type { Db } from '../database.ts'

/** Adds game sessions, players who have just joined a game server, and the keys that sign for games. */
export async function up(db: Db): Promise<void> {
  for (const column of ['game_hash', 'client_token', 'game_name']) {
    await db.schema.alterTable('session').addColumn(column, 'text').execute()
  }
  await db.schema
    .createTable('game_join')
    .addColumn('server_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('signing_key')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kid', 'text', (column) => column.notNull())
    .addColumn('sealed_private', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}

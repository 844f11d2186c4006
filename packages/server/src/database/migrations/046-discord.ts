import type { Db } from '../database.ts'

/** Adds the Discord bot, the Discord roles that the site assigns, and the Discord accounts that they concern. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('discord_bot')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('server', 'text')
    .addColumn('token_sealed', 'text')
    .addColumn('enabled', 'bigint', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('reconciled_at', 'bigint')
    .execute()
  await db.schema
    .createTable('discord_mapping')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('bundle_id', 'text', (column) => column.notNull())
    .addColumn('discord_role', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('problem_at', 'bigint')
    .addPrimaryKeyConstraint('discord_mapping_pkey', ['kind', 'bundle_id', 'discord_role'])
    .execute()
  await db.schema
    .createTable('discord_member')
    .addColumn('discord_user', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('routine', 'bigint', (column) => column.notNull())
    .addColumn('mark', 'bigint', (column) => column.notNull())
    .addColumn('marked_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('discord_member_due_index')
    .on('discord_member')
    .columns(['routine', 'due_at'])
    .execute()
  await db.schema
    .createIndex('discord_member_player_index')
    .on('discord_member')
    .column('player_id')
    .execute()
  await db
    .insertInto('discord_bot')
    .values({ id: 'bot', server: null, token_sealed: null, enabled: 0 })
    .execute()
  await db.insertInto('event_progress').values({ name: 'discord', position: 0 }).execute()
}

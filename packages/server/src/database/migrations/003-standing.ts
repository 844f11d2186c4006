import { type RawBuilder, sql } from 'kysely'
import { type Db, speaksPostgres } from '../database.ts'

/** Adds permissions, skins, capes, news, and the API keys of launcher servers. */
export async function up(db: Db): Promise<void> {
  await compareByBytes(db)
  await dropBusyIndexes(db)
  await addBundles(db)
  await addHeldNodes(db)
  await addBans(db)
  await addTextures(db)
  await addApiKeys(db)
  await addNews(db)
  await addBalanceEntries(db)
  await addFindings(db)
  await addSearches(db)
}

/** Makes searches compare bytes in every locale of PostgreSQL, as SQLite does. */
async function compareByBytes(db: Db): Promise<void> {
  if (!speaksPostgres(db)) return
  await sql`alter table player
    alter column username_key type text collate "C",
    alter column email_key type text collate "C"`.execute(db)
}

/**
 * Drops the indexes on two instants that every refresh changes: these indexes doubled the cost of a refresh's
 * statement.
 */
async function dropBusyIndexes(db: Db): Promise<void> {
  await db.schema.dropIndex('session_player_id_updated_at_index').execute()
  await db.schema.dropIndex('session_expires_at_index').execute()
  await index(db, 'session', ['player_id'])
}

async function addBundles(db: Db): Promise<void> {
  await db.schema
    .createTable('bundle')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('priority', 'bigint', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  const role = (id: string, name: string, permissions: string[]) => ({
    id,
    kind: 'role',
    name,
    priority: 0,
    permissions: JSON.stringify(permissions),
    created_at: 0,
  })
  await db
    .insertInto('bundle')
    .values([
      role('default', 'Default', ['player.cape.upload', 'player.skin.upload']),
      role('banned', 'Banned', ['-*']),
      role('unactivated', 'Not activated', ['-*']),
    ])
    .execute()
}

async function addHeldNodes(db: Db): Promise<void> {
  await db.schema
    .createTable('player_role')
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('role_id', 'text', (column) => column.notNull().references('bundle.id'))
    .addPrimaryKeyConstraint('player_role_pkey', ['player_id', 'role_id'])
    .execute()
  await index(db, 'player_role', ['role_id', 'player_id'])

  await db.schema
    .createTable('player_node')
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addPrimaryKeyConstraint('player_node_pkey', ['player_id', 'node'])
    .execute()

  await db.schema
    .createTable('donate_grant')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('group_id', 'text') // no foreign key: the history keeps the ID of a deleted rank
    .addColumn('node', 'text')
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('taken_at', 'bigint')
    .execute()
  await index(db, 'donate_grant', ['player_id'])
  await index(db, 'donate_grant', ['group_id', 'player_id', 'ends_at'])
}

async function addBans(db: Db): Promise<void> {
  await db.schema
    .createTable('ban')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('lifted_at', 'bigint')
    .addColumn('lifted_by', 'text')
    .execute()
  await index(db, 'ban', ['player_id'])
}

async function addTextures(db: Db): Promise<void> {
  await db.schema
    .createTable('texture')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('bytes', speaksPostgres(db) ? 'bytea' : 'blob', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('released_at', 'bigint')
    .execute()
  for (const column of ['skin_hash', 'skin_twin_hash', 'cape_hash']) {
    await db.schema
      .alterTable('player')
      .addColumn(column, 'text', (definition) => definition.references('texture.hash'))
      .execute()
    await db.schema
      .createIndex(`player_${column}_index`)
      .on('player')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute()
  }
  await db.schema.alterTable('player').addColumn('skin_model', 'text').execute()
}

async function addApiKeys(db: Db): Promise<void> {
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('addresses', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('used_at', 'bigint')
    .addColumn('used_ip', 'text')
    .addColumn('refused_at', 'bigint')
    .addColumn('refused_ip', 'text')
    .execute()
}

async function addNews(db: Db): Promise<void> {
  await db.schema
    .createTable('news')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_key', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('plain_text', 'text', (column) => column.notNull())
    .addColumn('tag', 'text')
    .addColumn('link', 'text')
    .addColumn('banner', 'text')
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('published_at', 'bigint')
    .execute()
  await index(db, 'news', ['published_at', 'id'])
}

async function addBalanceEntries(db: Db): Promise<void> {
  await db.schema
    .createTable('balance_entry')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('real_cents', 'bigint', (column) => column.notNull())
    .addColumn('virtual_cents', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'balance_entry', ['player_id', 'id'])
}

async function addFindings(db: Db): Promise<void> {
  await db.schema
    .createTable('finding')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
}

async function addSearches(db: Db): Promise<void> {
  await index(db, 'player', ['created_at', 'id'])
  await index(db, 'audit', ['ip', 'at'])
  await index(db, 'audit', ['action', 'at'])
  await indexSome(db, 'player', 'superusers', ['created_at', 'id'], sql`superuser_at is not null`)
  await indexSome(db, 'player', 'guarded', ['created_at', 'id'], sql`totp_enabled_at is not null`)
  await indexSome(db, 'player', 'unconfirmed', ['created_at', 'id'], sql`activated_at is null`)
  await indexSome(db, 'ban', 'unlifted', ['created_at', 'id'], sql`lifted_at is null`)
  await indexSome(db, 'outbox', 'unsent', ['id'], sql`sent_at is null and dead_at is null`)
  await indexSome(db, 'outbox', 'dead', ['id'], sql`dead_at is not null`)
  await db.schema
    .createIndex('player_inviter_id_index')
    .on('player')
    .columns(['inviter_id', 'created_at', 'id'])
    .where(sql.ref('inviter_id'), 'is not', null)
    .execute()
}

async function index(db: Db, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}_index`)
    .on(table)
    .columns(columns)
    .execute()
}

async function indexSome(
  db: Db,
  table: string,
  name: string,
  columns: string[],
  rows: RawBuilder<unknown>,
): Promise<void> {
  await db.schema
    .createIndex(`${table}_${name}_index`)
    .on(table)
    .columns(columns)
    .where(sql<boolean>`${rows}`)
    .execute()
}

import type { Db } from '../database.ts'

/**
 * Adds applications that sign players in by OpenID Connect, the data that the OpenID Connect provider stores, and the
 * consents of players.
 */
export async function up(db: Db): Promise<void> {
  await createClients(db)
  await createPayloads(db)
  await db.schema
    .createTable('oidc_connection')
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('first_used_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('oidc_connection_pkey', ['player_id', 'client_id'])
    .execute()
}

async function createClients(db: Db): Promise<void> {
  await db.schema
    .createTable('oidc_client')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('logo_url', 'text')
    .addColumn('redirect_uris', 'text', (column) => column.notNull())
    .addColumn('post_logout_redirect_uris', 'text', (column) => column.notNull())
    .addColumn('backchannel_logout_uri', 'text')
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('permission', 'text')
    .addColumn('access_token', 'text', (column) => column.notNull())
    .addColumn('public', 'bigint', (column) => column.notNull())
    .addColumn('trusted', 'bigint', (column) => column.notNull())
    .addColumn('pkce', 'bigint', (column) => column.notNull())
    .addColumn('device', 'bigint', (column) => column.notNull())
    .addColumn('secret_hash', 'text')
    .addColumn('old_secret_hash', 'text')
    .addColumn('old_secret_until', 'bigint')
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
}

/**
 * Creates the table in which the OpenID Connect provider stores its data. `session_id` is not a foreign key, because
 * rows that refer to a closed session are needed to send back-channel logouts.
 */
async function createPayloads(db: Db): Promise<void> {
  await db.schema
    .createTable('oidc_payload')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('grant_id', 'text')
    .addColumn('session_id', 'text')
    .addColumn('player_id', 'text')
    .addColumn('client_id', 'text')
    .addColumn('user_code', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('consumed_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  const indexes = {
    oidc_payload_grant_index: ['grant_id'],
    oidc_payload_session_index: ['session_id', 'kind'],
    oidc_payload_player_index: ['player_id', 'client_id', 'kind'],
    oidc_payload_user_code_index: ['user_code'],
    oidc_payload_expires_index: ['expires_at'],
    oidc_payload_consumed_index: ['consumed_at'],
  }
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on('oidc_payload').columns(columns).execute()
  }
}

import type { Db } from '../database.ts'

/** Adds the grant and scopes of a game session that a launcher opened by OpenID Connect. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('session').addColumn('oidc_grant_id', 'text').execute()
  await db.schema.alterTable('session').addColumn('oidc_scopes', 'text').execute()
}

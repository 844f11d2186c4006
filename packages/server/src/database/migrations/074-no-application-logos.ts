import type { Db } from '../database.ts'

/** Drops the logos of applications (docs/openid.md). No page showed them, and no release had the column. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('oidc_client').dropColumn('logo_url').execute()
}

import type { Db } from '../database.ts'

/** Applications have no logo (docs/openid.md); no page showed it, and no release had it. */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('oidc_client').dropColumn('logo_url').execute()
}

import type { Db } from '../database.ts'

/** Adds the signature algorithm of ID tokens, which each client chooses. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('oidc_client')
    .addColumn('id_token_alg', 'text', (column) => column.notNull().defaultTo('RS256'))
    .execute()
}

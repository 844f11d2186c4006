import type { Db } from '../database.ts'

/** The signature of ID tokens, which a client chooses. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('oidc_client')
    .addColumn('id_token_alg', 'text', (column) => column.notNull().defaultTo('RS256'))
    .execute()
}

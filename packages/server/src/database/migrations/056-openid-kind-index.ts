import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/**
 * Indexes the rows of the OpenID Connect provider by kind and player, so that a query for grants or sessions does not
 * read the tokens.
 */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'oidc_payload_kind_index', 'oidc_payload (kind, player_id)')
}

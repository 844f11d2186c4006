import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/** Indexes the grants and sessions of a player, and ended sessions, so that reading them does not read the tokens. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'oidc_payload_kind_index', 'oidc_payload (kind, player_id)')
}

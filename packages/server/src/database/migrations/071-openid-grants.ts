import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/** Indexes the OpenID Connect grants, to find those that no token or session refers to any more. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'oidc_payload_grants_index', "oidc_payload (kind, id) where kind = 'Grant'")
  await buildIndex(
    db,
    'session_oidc_grant_index',
    'session (oidc_grant_id) where oidc_grant_id is not null',
  )
}

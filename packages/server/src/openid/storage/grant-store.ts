import { sql } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import { DAY } from '../../platform/clock.ts'

type GrantKey = { id: string; madeAfter: number }

/** Whether the grant with this ID exists and was created after the instant `madeAfter`. */
export async function hasGrant(db: Db, key: GrantKey): Promise<boolean> {
  return (await selectGrant(db, key)).rows.length > 0
}

const selectGrant = compiledQuery((db, { id, madeAfter }: Params<GrantKey>) =>
  db
    .selectFrom('oidc_payload')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'Grant')
    .where('created_at', '>', madeAfter),
)

/**
 * After how long a grant may be deleted. This is longer than a grant is used for further sign-ins
 * (provider/load-grant.ts).
 */
const UNUSED_AFTER = DAY

const BATCH_SIZE = 1000

/** A literal, because a condition with a parameter could not use the partial index. */
const IS_GRANT = sql<boolean>`oidc_payload.kind = 'Grant'`

/** Deletes grants to which no code, token or game session belongs any more, in batches. */
export async function deleteUnusedGrants(
  db: Db,
  now: number,
  batchSize = BATCH_SIZE,
): Promise<void> {
  for (let after = ''; ; ) {
    const grants = await db
      .selectFrom('oidc_payload')
      .select('id')
      .where(IS_GRANT)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = grants.at(-1)?.id
    if (last === undefined) return
    await unusedGrants(db, { after, last, madeBefore: now - UNUSED_AFTER }).execute()
    after = last
  }
}

type Batch = { after: string; last: string; madeBefore: number }

export function unusedGrants(db: Db, { after, last, madeBefore }: Batch) {
  return db
    .deleteFrom('oidc_payload')
    .where(IS_GRANT)
    .where('id', '>', after)
    .where('id', '<=', last)
    .where('created_at', '<', madeBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oidc_payload as granted')
            .select('granted.id')
            .whereRef('granted.grant_id', '=', 'oidc_payload.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.id')
            .whereRef('session.oidc_grant_id', '=', 'oidc_payload.id'),
        ),
      ),
    )
}

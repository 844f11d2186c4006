import type { Db } from '../../database/database.ts'
import { DAY } from '../../platform/clock.ts'

/** How long a used code or token is kept, so that a second use is recognized. */
const CONSUMED_TTL = 7 * DAY

/** How long an expired device code is kept, because its response differs from that to an unknown code. */
const EXPIRED_TTL = DAY

const BATCH_SIZE = 1000

/** Deletes rows in batches: expired ones, used ones after seven days, and those without a grant or session. */
export async function deleteExpiredPayloads(
  db: Db,
  now: number,
  batchSize = BATCH_SIZE,
): Promise<void> {
  const consumed = db
    .selectFrom('oidc_payload')
    .select('id')
    .where('consumed_at', '<', now - CONSUMED_TTL)
  const expired = db
    .selectFrom('oidc_payload')
    .select('id')
    .where('expires_at', '<', now - EXPIRED_TTL)
  const withoutGrant = db
    .selectFrom('oidc_payload')
    .select('id')
    .where('grant_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oidc_payload as granted')
            .select('granted.id')
            .whereRef('granted.id', '=', 'oidc_payload.grant_id'),
        ),
      ),
    )
  const withoutSession = db
    .selectFrom('oidc_payload')
    .select('id')
    .where('session_id', 'is not', null)
    .where('kind', '!=', 'Session') // logouts of this session may still have to be sent
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.id')
            .whereRef('session.id', '=', 'oidc_payload.session_id'),
        ),
      ),
    )
  for (const outdated of [consumed, expired, withoutGrant, withoutSession]) {
    for (let deleted = batchSize; deleted === batchSize; ) {
      const { numDeletedRows } = await db
        .deleteFrom('oidc_payload')
        .where('id', 'in', outdated.limit(batchSize))
        .executeTakeFirst()
      deleted = Number(numDeletedRows)
    }
  }
}

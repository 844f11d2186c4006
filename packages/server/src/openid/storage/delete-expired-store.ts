import type { Db } from '../../database/database.ts'
import { DAY } from '../../platform/clock.ts'

/** How long a used code or token is stored, so that a second use is recognized. */
const CONSUMED_TTL = 7 * DAY

/** How long an expired row is stored: the response to an expired device code differs from that to an unknown code. */
const EXPIRED_TTL = DAY

const BATCH_SIZE = 1000

/**
 * Deletes rows a day after they expired, and used ones after seven days, in batches that an index finds. A row whose
 * grant or session has ended is invalid immediately but is deleted only after its expiry, because finding it earlier
 * would require reading every token. A session of the provider remains as long as the session of the site, because the
 * clients are notified when it ends.
 */
export async function deleteExpiredPayloads(
  db: Db,
  now: number,
  batchSize = BATCH_SIZE,
): Promise<void> {
  const rows = db.selectFrom('oidc_payload').select('id').limit(batchSize)
  const consumed = rows.where('consumed_at', '<', now - CONSUMED_TTL)
  const expired = rows
    .where('expires_at', '<', now - EXPIRED_TTL)
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('kind', '!=', 'Session'),
        not(
          exists(
            selectFrom('session')
              .select('session.id')
              .whereRef('session.id', '=', 'oidc_payload.session_id'),
          ),
        ),
      ]),
    )
  for (const outdated of [consumed, expired]) {
    for (let deleted = batchSize; deleted === batchSize; ) {
      const { numDeletedRows } = await db
        .deleteFrom('oidc_payload')
        .where('id', 'in', outdated)
        .executeTakeFirst()
      deleted = Number(numDeletedRows)
    }
  }
}

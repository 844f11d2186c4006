import type { Db } from '../../database/database.ts'
import type { Logout } from '../../sessions/application-logout-store.ts'

export async function listDueLogouts(db: Db, now: number, limit: number): Promise<Logout[]> {
  return db
    .selectFrom('oidc_logout')
    .select([
      'id',
      'client_id as clientId',
      'player_id as playerId',
      'sid',
      'tries',
      'next_try_at as nextTryAt',
    ])
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .execute()
}

/**
 * Leases a logout notice until `nextTryAt`. One statement decides between processes.
 * @returns whether this process has the lease
 */
export async function leaseLogout(db: Db, logout: Logout, nextTryAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oidc_logout')
    .set({ tries: logout.tries + 1, next_try_at: nextTryAt })
    .where('id', '=', logout.id)
    .where('next_try_at', '=', logout.nextTryAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteLogout(db: Db, id: string): Promise<void> {
  await db.deleteFrom('oidc_logout').where('id', '=', id).execute()
}

export async function hasLogoutReceivers(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_client')
    .select('id')
    .where('backchannel_logout_uri', 'is not', null)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type EndedSession = { payload: string; playerId: string | null }

/** Lists the IDs of the provider's sessions whose session on the site is closed or expired. */
export async function listEndedSessions(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('oidc_payload')
    .select('id')
    .where('kind', '=', 'Session')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.id')
            .whereRef('session.id', '=', 'oidc_payload.session_id')
            .where('session.expires_at', '>', now),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Deletes the row of an ended session of the provider.
 * @returns the row; undefined if another call has deleted it
 */
export async function takeEndedSession(tx: Db, id: string): Promise<EndedSession | undefined> {
  return tx
    .deleteFrom('oidc_payload')
    .where('id', '=', id)
    .returning(['payload', 'player_id as playerId'])
    .executeTakeFirst()
}

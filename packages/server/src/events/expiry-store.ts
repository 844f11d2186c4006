import type { Db } from '../database/database.ts'

type Period = { from: number; until: number }

/**
 * Advances the progress from the instant `found` to `now`.
 * @returns false if another process did it first
 */
export async function advanceExpiry(tx: Db, found: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('event_progress')
    .set({ position: now })
    .where('name', '=', 'expired')
    .where('position', '=', found)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the instant up to which all expired ranks and bans have been recorded. */
export async function readExpiry(db: Db): Promise<number> {
  const row = await db
    .selectFrom('event_progress')
    .select('position')
    .where('name', '=', 'expired')
    .executeTakeFirst()
  return row?.position ?? 0
}

export async function listEndedRanks(tx: Db, { from, until }: Period) {
  return tx
    .selectFrom('donate_grant')
    .select(['player_id as playerId', 'group_id as group', 'ends_at as at'])
    .where('ends_at', '>', from)
    .where('ends_at', '<=', until)
    .where('taken_at', 'is', null)
    .where('group_id', 'is not', null)
    .orderBy('ends_at')
    .execute()
}

export async function listBegunRanks(tx: Db, { from, until }: Period) {
  return tx
    .selectFrom('donate_grant')
    .select(['player_id as playerId', 'group_id as group', 'ends_at as until', 'starts_at as at'])
    .where('starts_at', '>', from)
    .where('starts_at', '<=', until)
    .whereRef('starts_at', '>', 'created_at')
    .where('taken_at', 'is', null)
    .where('group_id', 'is not', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', until)]))
    .orderBy('starts_at')
    .execute()
}

export async function listEndedBans(tx: Db, { from, until }: Period) {
  return tx
    .selectFrom('ban')
    .select(['player_id as playerId', 'reason', 'expires_at as at'])
    .where('expires_at', '>', from)
    .where('expires_at', '<=', until)
    .where('lifted_at', 'is', null)
    .orderBy('expires_at')
    .execute()
}

export async function listPublishedNews(tx: Db, { from, until }: Period) {
  return tx
    .selectFrom('news')
    .select(['id', 'title', 'published_at as at'])
    .where('published_at', '>', from)
    .where('published_at', '<=', until)
    .whereRef('published_at', '>', 'updated_at')
    .orderBy('published_at')
    .execute()
}

import type { Db } from '../../database/database.ts'

export async function findInviter(
  db: Db,
  playerId: string,
): Promise<{ id: string; username: string } | undefined> {
  return db
    .selectFrom('player')
    .innerJoin('player as inviter', 'inviter.id', 'player.inviter_id')
    .select(['inviter.id', 'inviter.username'])
    .where('player.id', '=', playerId)
    .executeTakeFirst()
}

/** How many of a player's latest audit entries are searched for a sign-in. */
const MAX_SCANNED = 5000

/**
 * Returns when a player last signed in, according to the audit log and the known devices; null if neither shows a
 * sign-in. The audit log alone is not enough, because its entries are deleted after some time.
 */
export async function findLastLogin(db: Db, playerId: string): Promise<number | null> {
  const seen = db
    .selectFrom('device')
    .select('last_seen_at as at')
    .where('player_id', '=', playerId)
  const recorded = db
    .selectFrom(
      db
        .selectFrom('audit')
        .select(['action', 'at'])
        .where('target', '>=', playerId)
        .where('target', '<=', playerId)
        .orderBy('target', 'desc') // lets planners use the index on targets, as in audit-store
        .orderBy('at', 'desc')
        .limit(MAX_SCANNED)
        .as('last'),
    )
    .select('at')
    .where('action', '=', 'login.succeeded')
  const { at } = await db
    .selectFrom(seen.unionAll(recorded).as('login'))
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

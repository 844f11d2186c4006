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

/** Only this many latest audit entries of a player are searched for a sign-in. */
const MAX_SCANNED = 5000

/** Finds when a player last signed in, by the audit log, which is kept for some time, and by familiar devices. */
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
        .orderBy('target', 'desc') // as in audit-store: lets planners use the index on targets
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

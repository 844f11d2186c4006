import type { Db } from '../platform/database.ts'

/** Who invited a player. */
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

/** When a player signed in last, on a device that is still remembered. */
export async function findLastLogin(db: Db, playerId: string): Promise<number | null> {
  const { at } = await db
    .selectFrom('device')
    .select((eb) => eb.fn.max('last_seen_at').as('at'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return at
}

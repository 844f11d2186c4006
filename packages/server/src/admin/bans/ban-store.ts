import { NEWEST } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import type { Ban } from './ban.ts'

const banColumns = [
  'id',
  'reason',
  'author',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'lifted_at as liftedAt',
  'lifted_by as liftedBy',
] as const

export async function insertBan(db: Db, playerId: string, ban: Ban): Promise<void> {
  await db
    .insertInto('ban')
    .values({
      id: ban.id,
      player_id: playerId,
      reason: ban.reason,
      author: ban.author,
      created_at: ban.createdAt,
      expires_at: ban.expiresAt,
      lifted_at: ban.liftedAt,
      lifted_by: ban.liftedBy,
    })
    .execute()
}

/**
 * Lifts the bans of a player that are in effect.
 * @returns these bans as they were before; of concurrent calls, only one gets them
 */
export async function liftRunningBans(
  db: Db,
  playerId: string,
  lift: { by: string; now: number },
): Promise<Ban[]> {
  const lifted = await db
    .updateTable('ban')
    .set({ lifted_at: lift.now, lifted_by: lift.by })
    .where('player_id', '=', playerId)
    .where('lifted_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', lift.now)]))
    .returning(banColumns)
    .execute()
  return lifted.map((ban) => ({ ...ban, liftedAt: null, liftedBy: null }))
}

export async function listBans(
  db: Db,
  playerId: string,
  page: { before: readonly [createdAt: number, id: string] | undefined; limit: number },
): Promise<Ban[]> {
  const [at, id] = page.before ?? NEWEST
  return db
    .selectFrom('ban')
    .select(banColumns)
    .where('player_id', '=', playerId)
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

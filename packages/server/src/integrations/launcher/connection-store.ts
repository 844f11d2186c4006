import type { Db } from '../../database/database.ts'

const MAX_SCANNED = 200

export async function listRefusedKeys(
  db: Db,
  { since, limit }: { since: number; limit: number },
): Promise<{ at: number; ip: string | null; code: string | null; key: string | null }[]> {
  return db
    .selectFrom('audit')
    .select(['at', 'ip', 'after as code', 'target as key'])
    .where('action', '=', 'api-key.refused')
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Returns the newest sign-in of a launcher by Yggdrasil, among the last sign-ins of all players; undefined if there was
 * none since `since`.
 */
export async function findLastGameSession(
  db: Db,
  since: number,
): Promise<{ at: number; ip: string; launcher: string } | undefined> {
  const recent = db
    .selectFrom(
      db
        .selectFrom('audit')
        .select('target')
        .where('action', '=', 'login.succeeded')
        .where('at', '>=', since)
        .orderBy('at', 'desc')
        .limit(MAX_SCANNED)
        .as('last'),
    )
    .select('target')
    .where('target', 'is not', null)
  return db
    .selectFrom('session')
    .innerJoin('player', 'player.id', 'session.player_id')
    .select(['session.created_at as at', 'session.ip', 'session.device as launcher'])
    .where('session.player_id', 'in', recent.$castTo<{ target: string }>())
    .where('session.game_hash', 'is not', null)
    .where('player.ends_at', 'is', null)
    .where('session.created_at', '>=', since)
    .orderBy('session.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

import type { Db } from '../database/database.ts'

export async function countLauncherPasswords(db: Db, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('launcher_password')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the open game sessions of a player. */
export async function countGames(db: Db, playerId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .where('game_hash', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends every game session of a player. @returns how many. */
export async function deleteGames(db: Db, playerId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('player_id', '=', playerId)
    .where('game_hash', 'is not', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes every launcher password of a player. @returns their names. */
export async function deleteLauncherPasswords(db: Db, playerId: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('launcher_password')
    .where('player_id', '=', playerId)
    .returning('name')
    .execute()
  return deleted.map(({ name }) => name).toSorted()
}

import type { Db } from '../../database/database.ts'
import type { LauncherPassword } from './launcher-password.ts'

const columns = [
  'id',
  'player_id as playerId',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

/** Lists the launcher passwords of a player, the oldest first. */
export async function listLauncherPasswords(db: Db, playerId: string): Promise<LauncherPassword[]> {
  return db
    .selectFrom('launcher_password')
    .select(columns)
    .where('player_id', '=', playerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Finds a launcher password of a player by its mark. @returns its id. */
export async function findLauncherPassword(
  db: Db,
  owned: { playerId: string; mark: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('launcher_password')
    .select('id')
    .where('player_id', '=', owned.playerId)
    .where('mark', '=', owned.mark)
    .executeTakeFirst()
  return row?.id
}

export async function insertLauncherPassword(
  db: Db,
  made: LauncherPassword,
  mark: string,
): Promise<void> {
  await db
    .insertInto('launcher_password')
    .values({
      id: made.id,
      player_id: made.playerId,
      mark,
      name: made.name,
      created_at: made.createdAt,
      last_used_at: made.lastUsedAt,
    })
    .execute()
}

/** Notes that a launcher password was used. @returns whether it is still there. */
export async function touchLauncherPassword(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launcher_password')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a launcher password of this player. @returns it, only to the one call that deleted it. */
export async function deleteLauncherPassword(
  db: Db,
  owned: { id: string; playerId: string },
): Promise<LauncherPassword | undefined> {
  return db
    .deleteFrom('launcher_password')
    .where('id', '=', owned.id)
    .where('player_id', '=', owned.playerId)
    .returning(columns)
    .executeTakeFirst()
}

/** Ends the game sessions of a player that a launcher password began. @returns how many. */
export async function deleteGamesBegunWith(
  db: Db,
  { id, playerId }: { id: string; playerId: string },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('player_id', '=', playerId)
    .where('launcher_password_id', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

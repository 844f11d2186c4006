import type { Db } from '../../database/database.ts'
import type { ClosedGameSession } from '../../sessions/launcher-access-store.ts'
import type { LauncherPassword } from './launcher-password.ts'

const columns = [
  'id',
  'player_id as playerId',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

export async function listLauncherPasswords(db: Db, playerId: string): Promise<LauncherPassword[]> {
  return db
    .selectFrom('launcher_password')
    .select(columns)
    .where('player_id', '=', playerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findLauncherPassword(
  db: Db,
  key: { playerId: string; mark: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('launcher_password')
    .select('id')
    .where('player_id', '=', key.playerId)
    .where('mark', '=', key.mark)
    .executeTakeFirst()
  return row?.id
}

export async function insertLauncherPassword(
  db: Db,
  made: LauncherPassword,
  fingerprint: string,
): Promise<void> {
  await db
    .insertInto('launcher_password')
    .values({
      id: made.id,
      player_id: made.playerId,
      mark: fingerprint,
      name: made.name,
      created_at: made.createdAt,
      last_used_at: made.lastUsedAt,
    })
    .execute()
}

/**
 * Records a use of a launcher password.
 * @returns false if it no longer exists
 */
export async function touchLauncherPassword(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launcher_password')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Deletes a launcher password.
 * @returns the deleted row; undefined if there is none. Only one of several concurrent calls gets the row.
 */
export async function deleteLauncherPassword(
  db: Db,
  key: { id: string; playerId: string },
): Promise<LauncherPassword | undefined> {
  return db
    .deleteFrom('launcher_password')
    .where('id', '=', key.id)
    .where('player_id', '=', key.playerId)
    .returning(columns)
    .executeTakeFirst()
}

export async function deleteGameSessionsOf(
  db: Db,
  { id, playerId }: { id: string; playerId: string },
): Promise<ClosedGameSession[]> {
  return db
    .deleteFrom('session')
    .where('player_id', '=', playerId)
    .where('launcher_password_id', '=', id)
    .returning(['id', 'player_id as playerId', 'device'])
    .execute()
}

import type { Db } from '../database/database.ts'

export async function countLauncherPasswords(db: Db, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('launcher_password')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countGameSessions(db: Db, playerId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .where('game_hash', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type ClosedGameSession = { id: string; playerId: string; device: string }

export async function deleteGameSessions(db: Db, playerId: string): Promise<ClosedGameSession[]> {
  return db
    .deleteFrom('session')
    .where('player_id', '=', playerId)
    .where('game_hash', 'is not', null)
    .returning(['id', 'player_id as playerId', 'device'])
    .execute()
}

export async function deleteLauncherPasswords(db: Db, playerId: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('launcher_password')
    .where('player_id', '=', playerId)
    .returning('name')
    .execute()
  return deleted.map(({ name }) => name).toSorted()
}

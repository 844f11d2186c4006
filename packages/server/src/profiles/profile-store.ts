import type { Db } from '../database/database.ts'

export async function isProfileHidden(db: Db, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('player')
    .select('profile_hidden_at')
    .where('id', '=', playerId)
    .executeTakeFirst()
  return row !== undefined && row.profile_hidden_at !== null
}

export async function updateProfileHidden(
  db: Db,
  playerId: string,
  hiddenAt: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set({ profile_hidden_at: hiddenAt })
    .where('id', '=', playerId)
    .where('profile_hidden_at', hiddenAt === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

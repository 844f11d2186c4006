import type { Db } from '../database/database.ts'

/** Whether a player has hidden their public profile. */
export async function isProfileHidden(db: Db, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('player')
    .select('profile_hidden_at')
    .where('id', '=', playerId)
    .executeTakeFirst()
  return row !== undefined && row.profile_hidden_at !== null
}

/** Hides or shows a public profile. @returns whether that changed anything. */
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

import type { Db } from '../database/database.ts'

/** Whether an actor other than the player has closed all sessions of the player since an instant. */
export async function wasSignedOutByStaff(
  db: Db,
  { playerId, since }: { playerId: string; since: number },
): Promise<boolean> {
  const entry = await db
    .selectFrom('audit')
    .select('id')
    .where('target', '=', playerId)
    .where('at', '>=', since)
    .where('action', '=', 'sessions.closed')
    .where('actor', '!=', playerId)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

import type { Db } from '../platform/database/database.ts'

/** Finds when it was last proved who is signed in, which its beginning was; undefined once it is closed. */
export async function findProvedAt(db: Db, sessionId: string): Promise<number | undefined> {
  const session = await db
    .selectFrom('session')
    .select(['created_at as createdAt', 'proved_at as provedAt'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session && (session.provedAt ?? session.createdAt)
}

/** Marks an open session as proved by something that its transaction has used up. */
export async function markProvedNow(
  tx: Db,
  { sessionId, playerId, now }: Omit<Proven, 'passwordHash'>,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ proved_at: now })
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .where('expires_at', '>', now)
    .execute()
}

type Proven = { sessionId: string; playerId: string; passwordHash: string; now: number }

/**
 * Marks an open session as proved. One statement does it and looks at the password once more, so whoever has
 * changed it meanwhile is not overlooked. @returns whether it was still that one.
 */
export async function markProved(db: Db, proven: Proven): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ proved_at: proven.now })
    .where('id', '=', proven.sessionId)
    .where('player_id', '=', proven.playerId)
    .where('expires_at', '>', proven.now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('player')
          .select('player.id')
          .where('player.id', '=', proven.playerId)
          .where('player.password_hash', '=', proven.passwordHash),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

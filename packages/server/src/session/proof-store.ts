import type { Db } from '../platform/database/database.ts'

/**
 * Finds when it was last proved who is signed in; undefined when it never was, and once the session is closed. A
 * session's beginning was a proof, unless another service said who it is.
 */
export async function findProvedAt(db: Db, sessionId: string): Promise<number | undefined> {
  const session = await db
    .selectFrom('session')
    .select(['created_at as createdAt', 'proved_at as provedAt', 'signed_in_with as by'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) return undefined
  const began = session.by === 'identity' ? undefined : session.createdAt
  return session.provedAt ?? began
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

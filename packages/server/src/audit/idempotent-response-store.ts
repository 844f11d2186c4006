import type { Db } from '../database/database.ts'

/**
 * Claims the row of an idempotency key. A concurrent claim waits for this transaction, and succeeds only if this
 * transaction is rolled back.
 * @returns whether the row was free
 */
export async function claimResponse(
  tx: Db,
  { id, now, expiresAt }: { id: string; now: number; expiresAt: number },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('kept_answer')
    .values({ id, expires_at: expiresAt, sealed: '' })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ expires_at: expiresAt, sealed: '' })
        .where('kept_answer.expires_at', '<=', now),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function writeResponse(tx: Db, id: string, sealed: string): Promise<void> {
  await tx.updateTable('kept_answer').set({ sealed }).where('id', '=', id).execute()
}

export async function findResponse(db: Db, id: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('kept_answer')
    .select('sealed')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.sealed
}

export async function deleteExpiredResponses(db: Db, now: number): Promise<void> {
  await db.deleteFrom('kept_answer').where('expires_at', '<=', now).execute()
}

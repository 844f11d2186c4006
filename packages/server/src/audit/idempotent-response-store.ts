import type { Db } from '../database/database.ts'

/**
 * Claims the place of an answer for the transaction that will write it. One statement decides: of any
 * number of transactions at once the others wait for this one to end, and go on only if it fails.
 *
 * @returns whether it was free.
 */
export async function claimAnswer(
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

export async function writeAnswer(tx: Db, id: string, sealed: string): Promise<void> {
  await tx.updateTable('kept_answer').set({ sealed }).where('id', '=', id).execute()
}

/** Finds an answer that is kept still. */
export async function findAnswer(db: Db, id: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('kept_answer')
    .select('sealed')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.sealed
}

export async function deleteOldAnswers(db: Db, now: number): Promise<void> {
  await db.deleteFrom('kept_answer').where('expires_at', '<=', now).execute()
}

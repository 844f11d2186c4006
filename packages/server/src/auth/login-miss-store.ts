import type { Db } from '../platform/database.ts'

/** The stored form of an account's misses: compared as a whole when they are changed. */
export type Misses = { instants: number[]; text: string | undefined }

export async function findMisses(db: Db, account: string): Promise<Misses> {
  const row = await db
    .selectFrom('login_miss')
    .select('misses')
    .where('account', '=', account)
    .executeTakeFirst()
  return { instants: row ? JSON.parse(row.misses) : [], text: row?.misses }
}

/**
 * Writes the misses if they still are what was read. @returns false when another try came between,
 * so that parallel guesses cannot overlook each other.
 */
export async function replaceMisses(
  db: Db,
  change: { account: string; before: Misses; instants: readonly number[]; expiresAt: number },
): Promise<boolean> {
  const misses = JSON.stringify(change.instants)
  if (change.before.text === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('login_miss')
      .values({ account: change.account, misses, expires_at: change.expiresAt })
      .onConflict((conflict) => conflict.column('account').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('login_miss')
    .set({ misses, expires_at: change.expiresAt })
    .where('account', '=', change.account)
    .where('misses', '=', change.before.text)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteMisses(db: Db, account: string): Promise<void> {
  await db.deleteFrom('login_miss').where('account', '=', account).execute()
}

export async function deleteOldMisses(db: Db, now: number): Promise<void> {
  await db.deleteFrom('login_miss').where('expires_at', '<=', now).execute()
}

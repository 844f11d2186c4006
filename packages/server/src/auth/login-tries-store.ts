import type { Db } from '../platform/database.ts'
import type { LoginTries } from './login-tries.ts'

/** An account's tries, and the text they are stored as: compared as a whole when they are changed. */
export type StoredTries = { tries: LoginTries; text: string | undefined }

export async function findTries(db: Db, account: string): Promise<StoredTries> {
  const row = await db
    .selectFrom('login_miss')
    .select('misses')
    .where('account', '=', account)
    .executeTakeFirst()
  const tries = row ? JSON.parse(row.misses) : { misses: [], undecided: [] }
  return { tries, text: row?.misses }
}

/**
 * Writes the tries if they still are what was read. @returns false when another try came between,
 * so that parallel guesses cannot overlook each other.
 */
export async function replaceTries(
  db: Db,
  change: { account: string; before: StoredTries; tries: LoginTries; expiresAt: number },
): Promise<boolean> {
  const misses = JSON.stringify(change.tries)
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

/** A success forgets the misses. */
export async function deleteTries(db: Db, account: string): Promise<void> {
  await db.deleteFrom('login_miss').where('account', '=', account).execute()
}

export async function deleteOldTries(db: Db, now: number): Promise<void> {
  await db.deleteFrom('login_miss').where('expires_at', '<=', now).execute()
}

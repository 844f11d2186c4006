import { compiledQuery } from '../platform/compiled-query.ts'
import type { Db } from '../platform/database.ts'
import type { LoginTries } from './login-tries.ts'

/** An account's tries, and the text they are stored as: compared as a whole when they are changed. */
export type StoredTries = { tries: LoginTries; text: string | undefined }

export async function findTries(db: Db, account: string): Promise<StoredTries> {
  const [row] = (await selectTries(db, account)).rows
  const tries = row ? JSON.parse(row.misses) : { misses: [], undecided: [] }
  return { tries, text: row?.misses }
}

const selectTries = compiledQuery((db, account: string) =>
  db.selectFrom('login_miss').select('misses').where('account', '=', account),
)

/**
 * Writes the tries if they still are what was read. @returns false when another try came between,
 * so that parallel guesses cannot overlook each other.
 */
export async function replaceTries(
  db: Db,
  change: { account: string; before: StoredTries; tries: LoginTries; expiresAt: number },
): Promise<boolean> {
  const { account, before, expiresAt } = change
  const row = { account, misses: JSON.stringify(change.tries), expiresAt }
  const { changed } =
    before.text === undefined
      ? await insertTries(db, row)
      : await updateTries(db, { ...row, before: before.text })
  return changed === 1
}

type TriesRow = { account: string; misses: string; expiresAt: number }

const insertTries = compiledQuery((db, row: TriesRow) =>
  db
    .insertInto('login_miss')
    .values({ account: row.account, misses: row.misses, expires_at: row.expiresAt })
    .onConflict((conflict) => conflict.column('account').doNothing()),
)

const updateTries = compiledQuery((db, row: TriesRow & { before: string }) =>
  db
    .updateTable('login_miss')
    .set({ misses: row.misses, expires_at: row.expiresAt })
    .where('account', '=', row.account)
    .where('misses', '=', row.before),
)

/** A success forgets the misses. */
export async function deleteTries(db: Db, account: string): Promise<void> {
  await deleteAccount(db, account)
}

const deleteAccount = compiledQuery((db, account: string) =>
  db.deleteFrom('login_miss').where('account', '=', account),
)

export async function deleteOldTries(db: Db, now: number): Promise<void> {
  await db.deleteFrom('login_miss').where('expires_at', '<=', now).execute()
}

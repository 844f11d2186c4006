import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import type { LoginTries } from './attempts.ts'
import { NO_MISSES } from './login-lockout.ts'

/**
 * The names that a try's password and its code are counted under (docs/contract.md#signing-in). `weight` is
 * how many of the misses in hand a wrong password takes, 1 unless it is given.
 */
export type Counts = { password: string; code: string; weight?: number }

type CountNames = Pick<Counts, 'password' | 'code'>

/** The tries of one count and the text they are stored as, which is compared when they change. */
export type StoredTries = { tries: LoginTries; text: string | undefined }

export async function findTries(db: Db, account: string): Promise<StoredTries> {
  const [row] = (await selectTries(db, { account })).rows
  return readTries(row?.misses)
}

function readTries(text: string | undefined): StoredTries {
  const tries = text === undefined ? { misses: NO_MISSES, undecided: [] } : JSON.parse(text)
  return { tries, text }
}

const selectTries = compiledQuery((db, { account }: Params<{ account: string }>) =>
  db.selectFrom('login_miss').select('misses').where('account', '=', account),
)

/** Reads both counts in one statement. */
export async function findBothTries(
  db: Db,
  counts: Counts,
): Promise<Record<keyof CountNames, StoredTries>> {
  const { rows } = await selectBoth(db, { password: counts.password, code: counts.code })
  const of = (wanted: string) => readTries(rows.find(({ account }) => account === wanted)?.misses)
  return { password: of(counts.password), code: of(counts.code) }
}

const selectBoth = compiledQuery((db, counts: Params<CountNames>) =>
  db
    .selectFrom('login_miss')
    .select(['account', 'misses'])
    .where('account', 'in', [counts.password, counts.code]),
)

/**
 * Writes the tries if they are still what was read, and returns false when another try came
 * between, so that parallel guesses cannot overlook each other.
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

const insertTries = compiledQuery((db, row: Params<TriesRow>) =>
  db
    .insertInto('login_miss')
    .values({ account: row.account, misses: row.misses, expires_at: row.expiresAt })
    .onConflict((conflict) => conflict.column('account').doNothing()),
)

const updateTries = compiledQuery((db, row: Params<TriesRow & { before: string }>) =>
  db
    .updateTable('login_miss')
    .set({ misses: row.misses, expires_at: row.expiresAt })
    .where('account', '=', row.account)
    .where('misses', '=', row.before),
)

/** Forgets the misses, as a success does. */
export async function deleteTries(db: Db, counts: Counts): Promise<void> {
  await deleteBoth(db, { password: counts.password, code: counts.code })
}

const deleteBoth = compiledQuery((db, counts: Params<CountNames>) =>
  db.deleteFrom('login_miss').where('account', 'in', [counts.password, counts.code]),
)

export async function deleteOldTries(db: Db, now: number): Promise<void> {
  await db.deleteFrom('login_miss').where('expires_at', '<=', now).execute()
}

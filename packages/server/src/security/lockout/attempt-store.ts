import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import type { LoginAttempts } from './attempts.ts'
import { NO_FAILURES } from './login-lockout.ts'

/**
 * The names of the counters of an attempt. `weight` is how many failures a wrong password counts as in the daily
 * budget; 1 by default (docs/contract.md#signing-in).
 */
export type AttemptCounters = { password: string; code: string; weight?: number }

type CounterNames = Pick<AttemptCounters, 'password' | 'code'>

export type StoredAttempts = { attempts: LoginAttempts; text: string | undefined }

export async function findAttempts(db: Db, account: string): Promise<StoredAttempts> {
  const [row] = (await selectAttempts(db, { account })).rows
  return parseAttempts(row?.misses)
}

function parseAttempts(text: string | undefined): StoredAttempts {
  const attempts = text === undefined ? { misses: NO_FAILURES, undecided: [] } : JSON.parse(text)
  return { attempts, text }
}

const selectAttempts = compiledQuery((db, { account }: Params<{ account: string }>) =>
  db.selectFrom('login_miss').select('misses').where('account', '=', account),
)

export async function findBothAttempts(
  db: Db,
  counters: AttemptCounters,
): Promise<Record<keyof CounterNames, StoredAttempts>> {
  const { rows } = await selectBoth(db, { password: counters.password, code: counters.code })
  const of = (wanted: string) =>
    parseAttempts(rows.find(({ account }) => account === wanted)?.misses)
  return { password: of(counters.password), code: of(counters.code) }
}

const selectBoth = compiledQuery((db, counters: Params<CounterNames>) =>
  db
    .selectFrom('login_miss')
    .select(['account', 'misses'])
    .where('account', 'in', [counters.password, counters.code]),
)

/**
 * Stores a counter, unless it has changed since it was read. So parallel guesses cannot overlook each other.
 * @returns whether it was stored
 */
export async function replaceAttempts(
  db: Db,
  change: { account: string; before: StoredAttempts; attempts: LoginAttempts; expiresAt: number },
): Promise<boolean> {
  const { account, before, expiresAt } = change
  const row = { account, misses: JSON.stringify(change.attempts), expiresAt }
  const { changed } =
    before.text === undefined
      ? await insertAttempts(db, row)
      : await updateAttempts(db, { ...row, before: before.text })
  return changed === 1
}

type AttemptsRow = { account: string; misses: string; expiresAt: number }

const insertAttempts = compiledQuery((db, row: Params<AttemptsRow>) =>
  db
    .insertInto('login_miss')
    .values({ account: row.account, misses: row.misses, expires_at: row.expiresAt })
    .onConflict((conflict) => conflict.column('account').doNothing()),
)

const updateAttempts = compiledQuery((db, row: Params<AttemptsRow & { before: string }>) =>
  db
    .updateTable('login_miss')
    .set({ misses: row.misses, expires_at: row.expiresAt })
    .where('account', '=', row.account)
    .where('misses', '=', row.before),
)

export async function deleteAttempts(db: Db, counters: AttemptCounters): Promise<void> {
  await deleteBoth(db, { password: counters.password, code: counters.code })
}

const deleteBoth = compiledQuery((db, counters: Params<CounterNames>) =>
  db.deleteFrom('login_miss').where('account', 'in', [counters.password, counters.code]),
)

export async function deleteExpiredLoginAttempts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('login_miss').where('expires_at', '<=', now).execute()
}

import type { Db } from './database.ts'

/*
 * A lease is the right of one process to do something alone. It ends at an instant, so that a process that dies keeps
 * it no longer, and its holder renews it until then. Each function is one conditional statement: of any number of
 * processes that call it at once, the database lets one through.
 */

/** `holder`: an id that the claiming process made, so that it can be told from an earlier claim of its own. */
export type Lease = { name: string; holder: string }

export type FoundLease = {
  holder: string
  expiresAt: number
  /** What the holder has written down, for any process to read. */
  state: string
  progress: string | null
}

/** Claims a lease that nobody holds, or that has expired. @returns whether the caller holds it now. */
export async function claimLease(
  db: Db,
  lease: Lease & { now: number; expiresAt: number; state?: string },
): Promise<boolean> {
  const { name, holder, now, expiresAt, state = '' } = lease
  const held = { holder, expires_at: expiresAt, state, progress: null }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('lease')
    .values({ name, ...held })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(held).where('lease.expires_at', '<=', now),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Prolongs a lease. @returns false when another holder has it, or nobody. */
export async function renewLease(
  db: Db,
  { name, holder, expiresAt, progress }: Lease & { expiresAt: number; progress: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lease')
    .set({ expires_at: expiresAt, progress })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Puts another lease in the place of one whose holder is over before it expires, or writes another state into it.
 *
 * @returns false when the holder or the state is no longer the one that was found.
 */
export async function replaceLease(
  db: Db,
  { name, found }: { name: string; found: FoundLease },
  { holder, expiresAt, state, progress }: FoundLease,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lease')
    .set({ holder, expires_at: expiresAt, state, progress })
    .where('name', '=', name)
    .where('holder', '=', found.holder)
    .where('state', '=', found.state)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives a lease up.
 *
 * @param lease.state if given, the lease is released only in this state.
 * @returns false when another holder has it, or nobody.
 */
export async function releaseLease(
  db: Db,
  { name, holder, state }: Lease & { state?: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('lease')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findLease(db: Db, name: string): Promise<FoundLease | undefined> {
  return db
    .selectFrom('lease')
    .select(['holder', 'expires_at as expiresAt', 'state', 'progress'])
    .where('name', '=', name)
    .executeTakeFirst()
}

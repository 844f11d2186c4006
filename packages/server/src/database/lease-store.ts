import type { Db } from './database.ts'

/**
 * A lease expires, so that a dead process does not keep it. Each function of this file runs one conditional statement,
 * which decides between concurrent callers.
 */

export type Lease = { name: string; holder: string }

export type CurrentLease = {
  holder: string
  expiresAt: number
  state: string
  progress: string | null
}

/**
 * Claims a lease if it is free or has expired.
 * @returns whether the caller holds it now
 */
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

/** Renews a lease and changes its state. @returns false if its holder or state has changed since it was read */
export async function replaceLease(
  db: Db,
  { name, found }: { name: string; found: CurrentLease },
  { holder, expiresAt, state, progress }: CurrentLease,
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
 * Releases a lease.
 * @param lease.state if given, releases the lease only in this state
 * @returns false if the caller does not hold it
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

export async function findLease(db: Db, name: string): Promise<CurrentLease | undefined> {
  return db
    .selectFrom('lease')
    .select(['holder', 'expires_at as expiresAt', 'state', 'progress'])
    .where('name', '=', name)
    .executeTakeFirst()
}

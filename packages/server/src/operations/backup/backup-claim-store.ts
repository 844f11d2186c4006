import type { Db } from '../../database/database.ts'
import { claimLease, findLease, releaseLease } from '../../database/lease-store.ts'
import { isoInstant } from '../../platform/clock.ts'

/** The lease of the process that makes a backup. */
const LEASE = 'backup'
/**
 * The row of `setting` by which processes of the last release tell that a backup is being made; its value is an ISO
 * instant. It goes one release later (CONVENTIONS.md#data).
 */
const CLAIM = 'backup.making'

export type BackupClaim = { holder: string; expiresAt: number }

/**
 * Claims the right to make a backup. Two conditional statements of one transaction decide, the second for processes
 * of the last release: of any number of clicks one makes a backup. The claim of a server that died ends by itself.
 *
 * @returns false when another process has it; the transaction is to be rolled back then.
 */
export async function claimBackup(
  tx: Db,
  { holder, expiresAt, now }: BackupClaim & { now: number },
): Promise<boolean> {
  if (!(await claimLease(tx, { name: LEASE, holder, now, expiresAt }))) return false
  const value = isoInstant(expiresAt)
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('setting')
    .values({ name: CLAIM, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('setting.value', '<=', isoInstant(now)),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function isBackupClaimed(db: Db, now: number): Promise<boolean> {
  const lease = await findLease(db, LEASE)
  if (lease && lease.expiresAt > now) return true
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', CLAIM)
    .where('value', '>', isoInstant(now))
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a claim, unless it is another's by now. */
export async function releaseBackup(db: Db, { holder, expiresAt }: BackupClaim): Promise<void> {
  await db
    .deleteFrom('setting')
    .where('name', '=', CLAIM)
    .where('value', '=', isoInstant(expiresAt))
    .execute()
  await releaseLease(db, { name: LEASE, holder })
}

/** Ends the claim of the server that made a backup, which is in it: nobody goes on with it here. */
export async function dropClaim(tx: Db): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', CLAIM).execute()
}

import type { Db } from '../../database/database.ts'
import { claimLease, findLease, releaseLease } from '../../database/lease-store.ts'
import { isoInstant } from '../../platform/clock.ts'

export const BACKUP_LEASE = 'backup'
/**
 * The row of `setting` by which processes of the last release claim a backup; its value is an ISO instant. Remove the
 * row one release later (CONVENTIONS.md#data).
 */
const CLAIM_NAME = 'backup.making'

export type BackupClaim = { holder: string; expiresAt: number }

/**
 * Claims the backup by two conditional statements in one transaction; the second one is for processes of the last
 * release. The claim expires, in case the process dies.
 * @returns false if another process has the claim; the caller must then roll back
 */
export async function claimBackup(
  tx: Db,
  { holder, expiresAt, now }: BackupClaim & { now: number },
): Promise<boolean> {
  if (!(await claimLease(tx, { name: BACKUP_LEASE, holder, now, expiresAt }))) return false
  const value = isoInstant(expiresAt)
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('setting')
    .values({ name: CLAIM_NAME, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('setting.value', '<=', isoInstant(now)),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function isBackupClaimed(db: Db, now: number): Promise<boolean> {
  const lease = await findLease(db, BACKUP_LEASE)
  if (lease && lease.expiresAt > now) return true
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', CLAIM_NAME)
    .where('value', '>', isoInstant(now))
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseBackup(db: Db, { holder, expiresAt }: BackupClaim): Promise<void> {
  await db
    .deleteFrom('setting')
    .where('name', '=', CLAIM_NAME)
    .where('value', '=', isoInstant(expiresAt))
    .execute()
  await releaseLease(db, { name: BACKUP_LEASE, holder })
}

/** Deletes the claim in a restored backup, because its holder does not exist there. */
export async function deleteClaim(tx: Db): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', CLAIM_NAME).execute()
}

import type { Db } from '../platform/database/database.ts'

/** Names the row that says until when a backup is being made; it is not a setting. */
const CLAIM = 'backup.making'

/**
 * Claims the right to make a backup until `until`, an ISO instant. One statement decides, so of any
 * number of clicks one makes a backup; the claim of a server that died ends by itself.
 */
export async function claimBackup(
  db: Db,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const rows = await db
    .insertInto('setting')
    .values({ name: CLAIM, value: until })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: until }).where('setting.value', '<=', now),
    )
    .returning('name')
    .execute()
  return rows.length > 0
}

export async function isBackupClaimed(db: Db, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', CLAIM)
    .where('value', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the claim of the server that made a backup, which is in it: nobody goes on with it here. */
export async function dropClaim(tx: Db): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', CLAIM).execute()
}

/** Ends a claim, unless it is another's by now. */
export async function releaseBackup(db: Db, until: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', CLAIM).where('value', '=', until).execute()
}

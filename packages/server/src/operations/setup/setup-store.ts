import type { Db } from '../../database/database.ts'

/**
 * Names the row that says when the site was set up; it is stored with the settings but is not one.
 */
const CLAIM = 'setup.finished'

/** Claims the one right to set up the site; returns false when somebody has it already. */
export async function claimSetup(db: Db, now: number): Promise<boolean> {
  const rows = await db
    .insertInto('setting')
    .values({ name: CLAIM, value: String(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute()
  return rows.length > 0
}

/** Whether the site has an administrator, or had one when somebody set it up. */
export async function isSetUp(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', CLAIM)
    .executeTakeFirst()
  return row !== undefined || hasSuperuser(db)
}

/** Tells whether somebody can administer the site. */
export async function hasSuperuser(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

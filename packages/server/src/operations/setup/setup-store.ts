import type { Db } from '../../database/database.ts'

/** The name of the row with the instant of the setup. It is in the table of settings, but is not a setting. */
const SETUP_CLAIM = 'setup.finished'

/** Claims the setup of the site. @returns false if it was claimed before */
export async function claimSetup(db: Db, now: number): Promise<boolean> {
  const rows = await db
    .insertInto('setting')
    .values({ name: SETUP_CLAIM, value: String(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute()
  return rows.length > 0
}

/** Whether the site was set up or has an administrator. */
export async function isSetUp(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', SETUP_CLAIM)
    .executeTakeFirst()
  return row !== undefined || hasSuperuser(db)
}

export async function hasSuperuser(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

import type { Db } from '../platform/database/database.ts'

export async function listSettings(db: Db): Promise<{ name: string; value: string }[]> {
  return db.selectFrom('setting').select(['name', 'value']).execute()
}

export async function upsertSetting(
  db: Db,
  setting: { name: string; value: string },
): Promise<void> {
  await db
    .insertInto('setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: setting.value }))
    .execute()
}

/**
 * Keeps others from changing settings until the transaction ends. It locks an extra row, because a
 * setting that was never changed has no row of its own.
 */
export async function lockSettings(tx: Db, now: number): Promise<void> {
  await upsertSetting(tx, { name: 'settings.changed', value: String(now) })
}

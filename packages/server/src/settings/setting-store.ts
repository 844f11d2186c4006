import type { Db } from '../database/database.ts'

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
 * Locks all settings until the transaction ends. Locks an extra row, because a setting with its default value has no
 * row.
 */
export async function lockSettings(tx: Db, now: number): Promise<void> {
  await upsertSetting(tx, { name: 'settings.changed', value: String(now) })
}

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** Replaces a value, unless it was changed in the meantime. */
export async function replaceSetting(
  db: Db,
  change: { name: string; old: string; renewed: string },
): Promise<void> {
  await db
    .updateTable('setting')
    .set({ value: change.renewed })
    .where('name', '=', change.name)
    .where('value', '=', change.old)
    .execute()
}

export async function deleteSetting(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setting')
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

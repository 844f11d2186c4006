import type { Db } from '../platform/database.ts'

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

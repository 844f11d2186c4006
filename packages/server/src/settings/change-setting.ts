import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { parseSetting, type SettingName, writeSetting } from './setting.ts'
import { upsertSetting } from './setting-store.ts'
import { readSettings } from './settings.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'config' | 'settings'>

/**
 * Changes one setting and writes down who did it.
 *
 * @param actor a player's id, or `command`.
 * @throws WrongSetting when the setting cannot hold the text.
 */
export async function changeSetting(
  app: Needs,
  change: { name: SettingName; text: string },
  actor: { actor: string; ip: string | null },
): Promise<void> {
  const value = writeSetting(parseSetting(change.name, change.text))
  await app.db.transaction().execute(async (tx) => {
    const before = writeSetting((await readSettings(tx, app.config))[change.name])
    await upsertSetting(tx, { name: change.name, value })
    await insertAudit(
      tx,
      newAudit(app, {
        action: 'setting.changed',
        ...actor,
        target: change.name,
        before,
        after: value,
      }),
    )
  })
  app.settings.forget()
}

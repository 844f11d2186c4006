import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { parseSetting, type SettingName, writeSetting } from './setting.ts'
import { lockSettings, upsertSetting } from './setting-store.ts'
import { readSettings } from './settings.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'config' | 'settings'>

export type SettingChange = { name: SettingName; text: string }

/**
 * Changes one setting and writes down who did it.
 *
 * @param actor a player's id, or `command`.
 * @throws WrongSetting when the setting cannot hold the text.
 */
export async function changeSetting(
  app: Needs,
  change: SettingChange,
  actor: { actor: string; ip: string | null },
): Promise<void> {
  await changeSettings(app, [change], actor)
}

/**
 * Changes several settings, all or none.
 *
 * @throws WrongSetting naming the first that cannot hold its text.
 */
export async function changeSettings(
  app: Needs,
  changes: readonly SettingChange[],
  actor: { actor: string; ip: string | null },
): Promise<void> {
  const written = changes.map(({ name, text }) => ({
    name,
    value: writeSetting(parseSetting(name, text)),
  }))
  await app.db.transaction().execute(async (tx) => {
    await lockSettings(tx, app.clock.now()) // so that each parallel change is written with its own `before`
    const settings = await readSettings(tx, app.config)
    for (const { name, value } of written) {
      const before = writeSetting(settings[name])
      await upsertSetting(tx, { name, value })
      if (value === before) continue
      const trace = { ...actor, target: name, before, after: value }
      await insertAudit(tx, newAudit(app, { action: 'setting.changed', ...trace }))
    }
  })
  app.settings.forget()
}

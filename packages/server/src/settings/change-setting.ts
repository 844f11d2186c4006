import type { SettingName } from '@portal/contract'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeNeeds, change } from '../change/change.ts'
import { parseSetting, writeSetting } from './setting.ts'
import { lockSettings, upsertSetting } from './setting-store.ts'
import { readSettings } from './settings.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'settings'>

export type SettingChange = { name: SettingName; text: string }

/**
 * Changes a setting and adds an audit entry.
 *
 * @throws WrongSetting when the text is not a value of the setting.
 */
export async function changeSetting(app: Needs, by: Actor, wanted: SettingChange): Promise<void> {
  await changeSettings(app, by, [wanted])
}

/**
 * Changes several settings, all or none, with an audit entry for each.
 *
 * @throws WrongSetting naming the first setting whose text is not a value of it.
 */
export async function changeSettings(
  app: Needs,
  by: Actor,
  changes: readonly SettingChange[],
): Promise<void> {
  const written = changes.map(({ name, text }) => ({
    name,
    value: writeSetting(parseSetting(name, text)),
  }))
  await change(app, by, async ({ tx, now, note }) => {
    await lockSettings(tx, now) // so that parallel changes each record the right `before`
    const settings = await readSettings(tx, app.config)
    for (const { name, value } of written) {
      const before = writeSetting(settings[name])
      await upsertSetting(tx, { name, value })
      if (value === before) continue
      note('setting.changed', name, { before, after: value })
    }
  })
  app.settings.forget()
}

import { type SettingName, settingDefinitions } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { canBeShown } from '../../content/pictures/can-be-shown.ts'
import { updatePictureReferences } from '../../content/pictures/picture-references.ts'
import { Refusal } from '../../platform/errors.ts'
import { parseSetting, writeSetting } from '../../settings/setting.ts'
import { lockSettings, upsertSetting } from '../../settings/setting-store.ts'
import { readSettings } from '../../settings/settings.ts'
import { requireSettingsChangeAllowed } from './require-settings-change-allowed.ts'

type Deps = ChangeDeps & Pick<App, 'config' | 'settings'>

export type SettingChange = { name: SettingName; text: string }

/**
 * Changes a setting.
 * @throws WrongSetting if the text is not a value of the setting; the refusals of `changeSettings`
 */
export async function changeSetting(
  app: Deps,
  by: Actor,
  settingChange: SettingChange,
): Promise<void> {
  await changeSettings(app, by, [settingChange])
}

/**
 * Changes several settings, all or none, with an audit entry for each.
 * @throws WrongSetting naming the first setting with an invalid text; Refusal `request.invalid` naming settings whose
 * picture is not stored or cannot be shown by pages, or whose address is forbidden; `auth.forbidden` for settings that
 * only superusers may change
 */
export async function changeSettings(
  app: Deps,
  by: Actor,
  changes: readonly SettingChange[],
): Promise<void> {
  const written = changes.map(({ name, text }) => ({
    name,
    value: writeSetting(parseSetting(name, text)),
  }))
  const pictures = written
    .filter(({ name }) => settingDefinitions[name].kind === 'picture')
    .map(({ name, value }) => ({ holder: `setting/${name}`, field: name, text: value }))
  const blockedPictures = pictures.filter(({ text }) => !canBeShown(text, app.config.publicUrl))
  if (blockedPictures.length > 0) {
    const fields = blockedPictures.map(({ field }) => ({ field, keyword: 'unshown' }))
    throw new Refusal('request.invalid', { fields })
  }
  await change(app, by, async (work) => {
    const { tx, now, audit } = work
    await lockSettings(tx, now) // so that concurrent changes record the right `before`
    const settings = await readSettings(tx, app.config)
    const changed = written
      .map(({ name, value }) => ({ name, value, before: writeSetting(settings[name]) }))
      .filter(({ value, before }) => value !== before)
    await requireSettingsChangeAllowed(app, work, changed)
    for (const setting of written) await upsertSetting(tx, setting)
    for (const { name, value, before } of changed) {
      audit('setting.changed', name, { before, after: value })
    }
    if (changed.length > 0)
      work.emit('settings.changed', { names: changed.map(({ name }) => name) })
    if (pictures.length > 0) await updatePictureReferences(work, pictures)
  })
  app.settings.invalidate()
}

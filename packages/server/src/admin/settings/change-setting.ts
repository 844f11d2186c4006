import { type SettingName, settingRows } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { canBeShown } from '../../content/pictures/can-be-shown.ts'
import { holdPictures } from '../../content/pictures/picture-uses.ts'
import { Refusal } from '../../platform/errors.ts'
import { parseSetting, writeSetting } from '../../settings/setting.ts'
import { lockSettings, upsertSetting } from '../../settings/setting-store.ts'
import { readSettings } from '../../settings/settings.ts'
import { requireChangeable } from './require-changeable.ts'

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
 * @throws WrongSetting naming the first setting whose text is not a value of it;
 *   Refusal `request.invalid` naming a setting with a picture that is not stored (any more), or that
 *   the pages cannot show, or with an address that it must not hold; `auth.forbidden` for a setting that is for
 *   superusers.
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
  const pictures = written
    .filter(({ name }) => settingRows[name].kind === 'picture')
    .map(({ name, value }) => ({ holder: `setting/${name}`, field: name, text: value }))
  const unshown = pictures.filter(({ text }) => !canBeShown(text, app.config.publicUrl))
  if (unshown.length > 0) {
    const fields = unshown.map(({ field }) => ({ field, keyword: 'unshown' }))
    throw new Refusal('request.invalid', { fields })
  }
  await change(app, by, async (work) => {
    const { tx, now, note } = work
    await lockSettings(tx, now) // so that parallel changes each record the right `before`
    const settings = await readSettings(tx, app.config)
    const changed = written
      .map(({ name, value }) => ({ name, value, before: writeSetting(settings[name]) }))
      .filter(({ value, before }) => value !== before)
    await requireChangeable(app, work, changed)
    for (const setting of written) await upsertSetting(tx, setting)
    for (const { name, value, before } of changed) {
      note('setting.changed', name, { before, after: value })
    }
    if (pictures.length > 0) await holdPictures(work, pictures)
  })
  app.settings.forget()
}

import { type endpoints, isSettingName } from '@portal/contract'
import type { Static } from 'typebox'
import type { Actor } from '../../audit/actor.ts'
import { Refusal } from '../../platform/errors.ts'
import { parseSetting, WrongSetting, writeSetting } from '../../settings/setting.ts'
import { changeSettings, type SettingChange } from './change-setting.ts'

/** New values of settings. A number or a list may also be the text of a page's field. */
export type WantedSettings = Static<typeof endpoints.changeSettings.body>

type Needs = Parameters<typeof changeSettings>[0]

/**
 * Changes the given settings, all or none.
 *
 * @throws Refusal `request.invalid` naming every setting whose value is not valid
 */
export async function changeSiteSettings(
  app: Needs,
  by: Actor,
  wanted: WantedSettings,
): Promise<void> {
  const changes = Object.entries(wanted).flatMap(([name, value]): SettingChange[] =>
    isSettingName(name) && value !== undefined ? [{ name, text: writeSetting(value) }] : [],
  )
  const wrong = changes.filter((change) => !canHold(change))
  if (wrong.length > 0) {
    const fields = wrong.map(({ name }) => ({ field: name, keyword: 'setting' }))
    throw new Refusal('request.invalid', { fields })
  }
  await changeSettings(app, by, changes)
}

function canHold({ name, text }: SettingChange): boolean {
  try {
    parseSetting(name, text)
    return true
  } catch (error) {
    if (error instanceof WrongSetting) return false
    throw error
  }
}

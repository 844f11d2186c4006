import { type endpoints, isSettingName } from '@portal/contract'
import type { Static } from 'typebox'
import type { Actor } from '../../audit/actor.ts'
import { Refusal } from '../../platform/errors.ts'
import { parseSetting, WrongSetting, writeSetting } from '../../settings/setting.ts'
import { changeSettings, type SettingChange } from './change-setting.ts'

/** The new values of settings. Numbers and lists may also be the text of a form field. */
export type SettingsInput = Static<typeof endpoints.changeSettings.body>

type Deps = Parameters<typeof changeSettings>[0]

/**
 * Changes settings of the site from the panel.
 * @throws Refusal `request.invalid` naming every setting with an invalid value; the refusals of `changeSettings`
 */
export async function changeSiteSettings(
  app: Deps,
  by: Actor,
  input: SettingsInput,
): Promise<void> {
  const changes = Object.entries(input).flatMap(([name, value]): SettingChange[] =>
    isSettingName(name) && value !== undefined ? [{ name, text: writeSetting(value) }] : [],
  )
  const wrong = changes.filter((change) => !isValidValue(change))
  if (wrong.length > 0) {
    const fields = wrong.map(({ name }) => ({ field: name, keyword: 'setting' }))
    throw new Refusal('request.invalid', { fields })
  }
  await changeSettings(app, by, changes)
}

function isValidValue({ name, text }: SettingChange): boolean {
  try {
    parseSetting(name, text)
    return true
  } catch (error) {
    if (error instanceof WrongSetting) return false
    throw error
  }
}

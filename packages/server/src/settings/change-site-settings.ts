import type { Actor } from '../audit/actor.ts'
import { Refusal } from '../errors.ts'
import { changeSettings, type SettingChange } from './change-setting.ts'
import {
  isSettingName,
  parseSetting,
  type Settings,
  WrongSetting,
  writeSetting,
} from './setting.ts'

/** Builds, with commas, and days may also come as the text that a page's field holds. */
export type WantedSettings = {
  [Name in keyof Settings]?:
    | Settings[Name]
    | (Name extends 'launcherBuilds' | 'unconfirmedDays' ? string : never)
    | undefined
}

type Needs = Parameters<typeof changeSettings>[0]

/**
 * Changes the settings that are named, all or none.
 *
 * @throws Refusal `request.invalid` naming every setting that cannot hold what is wanted
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

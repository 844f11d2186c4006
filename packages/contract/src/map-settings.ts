import { type SettingName, settingNames, settingRows } from './settings.ts'

/** Makes a record with a value for each name. */
export function mapSettings<Each extends { [Name in SettingName]?: unknown }>(
  names: readonly (keyof Each & SettingName)[],
  of: (name: keyof Each & SettingName) => Each[keyof Each & SettingName],
): Each {
  // Object.fromEntries forgets which name has which value.
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Each
}

type PublicName = {
  [Name in SettingName]: (typeof settingRows)[Name]['isPublic'] extends true ? Name : never
}[SettingName]

const publicNames = settingNames.filter((name): name is PublicName => settingRows[name].isPublic)

/** Returns the part of a record of all settings that everybody may read. */
export function publicOf<Each extends Record<SettingName, unknown>>(
  each: Each,
): Pick<Each, PublicName> {
  return mapSettings<Pick<Each, PublicName>>(publicNames, (name) => each[name])
}

import {
  balanceSettings,
  consentSettings,
  nameSettings,
  registrationSettings,
} from './account/settings.ts'
import { staffSettings } from './admin/settings.ts'
import { homeSettings, languageSettings, siteSettings, themeSettings } from './content/settings.ts'
import { passwordSettings } from './credentials/settings.ts'
import { launcherSettings, yggdrasilSettings } from './integrations/settings.ts'
import { mailSettings } from './mail/settings.ts'
import { backupSettings } from './operations/settings.ts'
import { textureSettings } from './profiles/settings.ts'
import type { SettingDefinition, SettingValues } from './setting.ts'
import { formerSiteSettings, signInSettings } from './sign-in/settings.ts'
import { webhookSettings } from './webhooks/settings.ts'

/**
 * Settings that can change while the site runs, in the order of responses and commands. A new
 * setting needs an entry here and the code that reads it; documents (`npm run docs`), CLI and
 * refusals use the entry.
 */
export const settingDefinitions = {
  ...siteSettings,
  ...registrationSettings,
  ...passwordSettings,
  ...formerSiteSettings,
  ...launcherSettings,
  ...languageSettings,
  ...textureSettings,
  ...themeSettings,
  ...mailSettings,
  ...signInSettings,
  ...nameSettings,
  ...consentSettings,
  ...homeSettings,
  ...balanceSettings,
  ...yggdrasilSettings,
  ...webhookSettings,
  ...staffSettings,
  ...backupSettings,
} as const satisfies Record<string, SettingDefinition>

type Definitions = typeof settingDefinitions
export type SettingName = keyof Definitions
export type KindOf<Name extends SettingName> = Definitions[Name]['kind']
export type FlagName = {
  [Name in SettingName]: KindOf<Name> extends 'flag' ? Name : never
}[SettingName]
export type Settings = { [Name in SettingName]: SettingValues[KindOf<Name>] }

export function requiresReauthentication(name: SettingName): boolean {
  return definitionOf(name).requiresReauthentication ?? false
}

export function isSuperusersOnly(name: SettingName): boolean {
  return definitionOf(name).superusersOnly ?? false
}

export function notifiesSuperusers(name: SettingName): boolean {
  return definitionOf(name).notifiesSuperusers ?? false
}

function definitionOf(name: SettingName): SettingDefinition {
  return settingDefinitions[name]
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingDefinitions, name)
}

export const settingNames: readonly SettingName[] =
  Object.keys(settingDefinitions).filter(isSettingName)

/** Makes a record with the value that `of` returns for each of the settings. */
export function mapSettings<Each extends { [Name in SettingName]?: unknown }>(
  names: readonly (keyof Each & SettingName)[],
  of: (name: keyof Each & SettingName) => Each[keyof Each & SettingName],
): Each {
  // Object.fromEntries loses the types of the values
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Each
}

type PublicSettingName = {
  [Name in SettingName]: (typeof settingDefinitions)[Name]['isPublic'] extends true ? Name : never
}[SettingName]

const publicSettingNames = settingNames.filter(
  (name): name is PublicSettingName => settingDefinitions[name].isPublic,
)

export function publicSettingsOf<Each extends Record<SettingName, unknown>>(
  settings: Each,
): Pick<Each, PublicSettingName> {
  return mapSettings<Pick<Each, PublicSettingName>>(publicSettingNames, (name) => settings[name])
}

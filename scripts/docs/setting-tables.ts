import {
  isSuperusersOnly,
  meaningOf,
  notifiesSuperusers,
  rangeOf,
  requiresReauthentication,
  type SettingName,
  settingDefinitions,
  settingNames,
} from '../../packages/contract/src/index.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Makes the table of all settings of the site. */
export function settingsTable(): string {
  return markdownTable(
    ['Setting', 'Meaning', 'Default', 'Range', 'In `/config`', 'To change it'],
    settingNames.map((name) => [
      code(name),
      meaningOf(settingDefinitions[name]),
      defaultOf(name),
      rangeOf(settingDefinitions[name]),
      settingDefinitions[name].isPublic ? 'yes' : '',
      demandsOf(name),
    ]),
  )
}

function defaultOf(name: SettingName): string {
  const { default: value } = settingDefinitions[name]
  if (typeof value === 'boolean') return value ? '`on`' : '`off`'
  return String(value) === '' ? 'empty' : code(String(value))
}

function demandsOf(name: SettingName): string {
  const demands = [
    isSuperusersOnly(name) && 'superusers only',
    requiresReauthentication(name) && 're-authentication',
    notifiesSuperusers(name) && 'superusers are notified',
  ]
  return demands.filter((demand) => typeof demand === 'string').join('; ')
}

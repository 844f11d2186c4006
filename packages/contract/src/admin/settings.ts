import Type, { type Static, type TProperties } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { sentSettings, shownSettings } from '../setting-schemas.ts'
import { opensDoors, type SettingName, settingNames } from '../settings.ts'

/** TypeBox counts required properties in the type as well, of which TypeScript bears fifty. */
const properties: TProperties = shownSettings
const SiteSettings = Type.Unsafe<{ [Name in SettingName]: Static<(typeof shownSettings)[Name]> }>(
  Type.Object(properties),
)

export const showSettings = endpoint({
  name: 'showSettings',
  summary: 'The settings of the site',
  method: 'GET',
  path: '/admin/settings',
  caller: 'player',
  permission: 'panel.settings.edit',
  status: 200,
  reply: SiteSettings,
  errors: [],
})

export const changeSettings = endpoint({
  name: 'changeSettings',
  summary: 'Change the given settings: all of them or none',
  method: 'PATCH',
  path: '/admin/settings',
  caller: 'player',
  permission: 'panel.settings.edit',
  proof: { fields: settingNames.filter((name) => opensDoors(name)) },
  body: Type.Object(sentSettings),
  status: 200,
  reply: SiteSettings,
  errors: [],
})

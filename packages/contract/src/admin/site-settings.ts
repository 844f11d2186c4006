import Type, { type Static, type TProperties } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { settingBodySchemas, settingReplySchemas } from '../setting-schemas.ts'
import { requiresReauthentication, type SettingName, settingNames } from '../settings.ts'

/** TypeBox tracks required properties in the type, and TypeScript handles at most fifty. */
const properties: TProperties = settingReplySchemas
const SiteSettings = Type.Unsafe<{
  [Name in SettingName]: Static<(typeof settingReplySchemas)[Name]>
}>(Type.Object(properties))

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
  reauthentication: { fields: settingNames.filter((name) => requiresReauthentication(name)) },
  body: Type.Object(settingBodySchemas),
  status: 200,
  reply: SiteSettings,
  errors: [],
})

import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { sentSettings, shownSettings } from '../setting-schemas.ts'
import { opensDoors, settingNames } from '../settings.ts'

const SiteSettings = Type.Object(shownSettings)

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

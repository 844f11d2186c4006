import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { LocaleCode, text } from '../shapes.ts'
import { SiteSettings } from './shapes.ts'

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
  body: Type.Object({
    siteName: Type.Optional(text({ maxLength: 1000 })),
    registrationOpen: Type.Optional(Type.Boolean()),
    emailConfirmation: Type.Optional(Type.Boolean()),
    unconfirmedDays: Type.Optional(
      Type.Union([Type.Number(), text({ maxLength: 16 })], { description: '0 (never) to 365' }),
    ),
    leakCheck: Type.Optional(Type.Boolean()),
    launcherBuilds: Type.Optional(
      Type.Union([Type.Array(text({ maxLength: 1000 })), text({ maxLength: 60_000 })], {
        description: 'a list, or text separated by commas',
      }),
    ),
    defaultLanguage: Type.Optional(LocaleCode),
    hdTexturesInGame: Type.Optional(Type.Boolean()),
    accentColor: Type.Optional(text({ maxLength: 16, description: '#rrggbb, or empty' })),
    logoUrl: Type.Optional(text({ maxLength: 2048, description: 'a URL, a path, or empty' })),
  }),
  status: 200,
  reply: SiteSettings,
  errors: [],
})

import Type, { type Static, type TProperties } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { settingBodySchemas, settingReplySchemas } from '../setting-schemas.ts'
import { requiresReauthentication, type SettingName, settingNames } from '../settings.ts'
import { text } from '../shapes.ts'

/**
 * Has the general type `TProperties`, because TypeBox computes a type from the exact properties, which TypeScript can
 * do for at most fifty of them.
 */
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

const OrNull = (description: string) =>
  Type.Union([Type.Integer({ description }), Type.Null()], {
    description: 'null unless it is online',
  })

/** Why a game server did not respond. */
const GameServerTrouble = Type.Union(
  [
    Type.Literal('address'),
    Type.Literal('inside'),
    Type.Literal('refused'),
    Type.Literal('timeout'),
    Type.Literal('response'),
  ],
  {
    description:
      '`address`: the name has no public address; `inside`: not queried, because the host is in the network of the site and no superuser has saved it; `refused`: no program listens on the port; `timeout`: no response; `response`: not the response of a Minecraft server',
  },
)

export const checkGameServer = endpoint({
  name: 'checkGameServer',
  summary: 'Query a game server once, also before its address is saved',
  method: 'POST',
  changes: false,
  path: '/admin/settings/game-server',
  caller: 'player',
  permission: 'panel.settings.edit',
  limits: [
    { name: 'game-server-checks', calls: 60, perSeconds: 600, per: 'player', counts: 'calls' },
  ],
  body: Type.Object({
    address: text({ maxLength: 260, description: 'a host, with or without a port' }),
  }),
  status: 200,
  reply: Type.Object({
    online: Type.Boolean(),
    latency: OrNull('milliseconds from the request to the response'),
    players: OrNull('players online'),
    most: OrNull('how many may play at once'),
    trouble: Type.Union([GameServerTrouble, Type.Null()]),
  }),
  errors: [],
})

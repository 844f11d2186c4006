import Type from 'typebox'
import { TypedName } from '../account/deletion.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { PlayerCard, PlayerItem, Reason } from '../panel-shapes.ts'
import { Email, NoContent, Session, text, Username } from '../shapes.ts'

const ofPlayer = Type.Object({ uuid: Type.String() })

const Flag = Type.Optional(Type.String({ pattern: '^(true|false)$', description: 'true or false' }))
const BundleId = Type.Optional(Type.String({ pattern: '^[a-z0-9_-]{1,32}$' }))

export const listPlayers = endpoint({
  name: 'listPlayers',
  summary:
    'List players, newest first; `query` is the start of a name or address, a uuid, or an IP address they signed in from',
  method: 'GET',
  path: '/admin/players',
  caller: 'player',
  permission: 'panel.players.read',
  query: Type.Object({
    ...listQuery.properties,
    banned: Flag,
    activated: Flag,
    superuser: Flag,
    twoFactor: Flag,
    hasEmail: Flag,
    deleting: Flag,
    role: BundleId,
    group: BundleId,
  }),
  status: 200,
  reply: pageOf(PlayerItem),
  errors: [],
})

export const showPlayer = endpoint({
  name: 'showPlayer',
  summary: 'Everything about a player',
  method: 'GET',
  path: '/admin/players/:uuid',
  caller: 'player',
  permission: 'panel.players.read',
  params: ofPlayer,
  status: 200,
  reply: Type.Object({ player: PlayerCard }),
  errors: ['player.notfound'],
})

const WantedNode = Type.Union([
  text({ maxLength: 256 }),
  Type.Object({
    node: text({ maxLength: 256 }),
    expiresAt: Type.Optional(Type.Union([text({ maxLength: 32 }), Type.Null()])),
  }),
])

export const editPlayer = endpoint({
  name: 'editPlayer',
  summary: 'Change the given fields of a player; each field needs its own permission',
  method: 'PATCH',
  path: '/admin/players/:uuid',
  caller: 'player',
  permission: 'panel.players.read',
  proof: { fields: ['superuser', 'email'], onDemand: true },
  params: ofPlayer,
  body: Type.Object({
    username: Type.Optional(Username),
    email: Type.Optional(Email),
    activated: Type.Optional(Type.Boolean()),
    passwordChangeRequired: Type.Optional(Type.Boolean()),
    roles: Type.Optional(Type.Array(text({ maxLength: 64 }), { maxItems: 100 })),
    permissions: Type.Optional(Type.Array(WantedNode, { maxItems: 1000 })),
    superuser: Type.Optional(Type.Boolean()),
  }),
  status: 200,
  reply: Type.Object({ player: PlayerCard }),
  errors: [
    'player.notfound',
    'player.lastsuperuser',
    'auth.usernametaken',
    'name.kept',
    'auth.emailtaken',
    'role.notfound',
    'role.system',
    'permission.notassignable',
  ],
})

export const deletePlayer = endpoint({
  name: 'deletePlayer',
  summary: 'Delete a player at once and for good',
  method: 'POST',
  path: '/admin/players/:uuid/delete',
  caller: 'player',
  permission: 'panel.players.delete',
  proof: {},
  params: ofPlayer,
  body: Type.Object({ username: TypedName, reason: Reason }),
  status: 204,
  reply: NoContent,
  errors: ['player.notfound', 'player.wrongname', 'player.lastsuperuser'],
})

export const removeTwoFactor = endpoint({
  name: 'removeTwoFactor',
  summary: "Turn off a player's 2FA; the player is told by mail",
  method: 'DELETE',
  path: '/admin/players/:uuid/2fa',
  caller: 'player',
  permission: 'panel.players.2fa',
  proof: {},
  params: ofPlayer,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const removePasskeys = endpoint({
  name: 'removePasskeys',
  summary: "Remove all of a player's passkeys; the player is told by mail",
  method: 'DELETE',
  path: '/admin/players/:uuid/passkeys',
  caller: 'player',
  permission: 'panel.players.2fa',
  proof: {},
  params: ofPlayer,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const removeIdentities = endpoint({
  name: 'removeIdentities',
  summary:
    'Remove all links between a player and accounts of other services; they are told by mail',
  method: 'DELETE',
  path: '/admin/players/:uuid/identities',
  caller: 'player',
  permission: 'panel.players.2fa',
  proof: {},
  params: ofPlayer,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const listPlayerSessions = endpoint({
  name: 'listPlayerSessions',
  summary: "List a player's sessions, last used first",
  method: 'GET',
  path: '/admin/players/:uuid/sessions',
  caller: 'player',
  permission: 'panel.players.sessions',
  params: ofPlayer,
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: pageOf(Session),
  errors: ['player.notfound'],
})

export const closePlayerSessions = endpoint({
  name: 'closePlayerSessions',
  summary: 'Close all sessions of a player',
  method: 'DELETE',
  path: '/admin/players/:uuid/sessions',
  caller: 'player',
  permission: 'panel.players.sessions',
  params: ofPlayer,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const revokeLaunchers = endpoint({
  name: 'revokeLaunchers',
  summary:
    'Revoke the launcher passwords of a player, who is told by mail, and end their game sessions',
  method: 'DELETE',
  path: '/admin/players/:uuid/launchers',
  caller: 'player',
  permission: 'panel.players.sessions',
  params: ofPlayer,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const removeSkinOfPlayer = endpoint({
  name: 'removeSkinOfPlayer',
  summary: "Delete a player's skin",
  method: 'DELETE',
  path: '/admin/players/:uuid/skin',
  caller: 'player',
  permission: 'panel.players.textures',
  params: ofPlayer,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const removeCapeOfPlayer = endpoint({
  name: 'removeCapeOfPlayer',
  summary: "Delete a player's cape",
  method: 'DELETE',
  path: '/admin/players/:uuid/cape',
  caller: 'player',
  permission: 'panel.players.textures',
  params: ofPlayer,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

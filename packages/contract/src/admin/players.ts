import Type, { type Static } from 'typebox'
import { TypedName } from '../account/deletion.ts'
import { Reason } from '../author.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Email, Instant, NoContent, OwnEmail, Session, text, Username, Uuid } from '../shapes.ts'
import { PlayerCard } from './player-card.ts'

export type PlayerItem = Static<typeof PlayerItem>
export const PlayerItem = Type.Object({
  uuid: Uuid,
  username: Type.String(),
  email: OwnEmail,
  activated: Type.Boolean(),
  banned: Type.Boolean(),
  superuser: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  roles: Type.Array(Type.String(), { description: 'ids, including `default`' }),
  groups: Type.Array(Type.String(), {
    description: 'ids of the ranks that the player has now, in their order',
  }),
  createdAt: Instant,
  lastSeenAt: Type.Union([Instant, Type.Null()], {
    description:
      'the last sign-in or use of an open session; the start of its day (UTC) if session and device are gone; null: none is known',
  }),
  deletesAt: Type.Optional(Instant),
})

const playerParams = Type.Object({ uuid: Type.String() })

const Flag = Type.Optional(Type.String({ pattern: '^(true|false)$', description: 'true or false' }))
const PermissionSetFilter = Type.Optional(Type.String({ pattern: '^[a-z0-9_-]{1,32}$' }))

const playerFilters = {
  banned: Flag,
  activated: Flag,
  superuser: Flag,
  twoFactor: Flag,
  hasEmail: Flag,
  deleting: Flag,
  role: PermissionSetFilter,
  group: PermissionSetFilter,
}

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
    ...playerFilters,
    sort: Type.Optional(
      Type.Union(
        [
          Type.Literal('newest'),
          Type.Literal('oldest'),
          Type.Literal('name'),
          Type.Literal('seen'),
          Type.Literal('unseen'),
        ],
        {
          description:
            'default `newest`; `seen` and `unseen`: by the day (UTC) of the last visit, latest or earliest first; not used with `query`, `banned=true`, `role` or `group`',
        },
      ),
    ),
  }),
  status: 200,
  reply: pageOf(PlayerItem),
  errors: [],
})

/** Counting stops at this many players. */
export const MAX_PLAYER_COUNT = 10_000

export const countPlayers = endpoint({
  name: 'countPlayers',
  summary: `Count the players of a filter, up to ${MAX_PLAYER_COUNT}`,
  method: 'GET',
  path: '/admin/players/count',
  caller: 'player',
  permission: 'panel.players.read',
  query: Type.Object(playerFilters),
  status: 200,
  reply: Type.Object({
    total: Type.Integer(),
    isExact: Type.Boolean({ description: 'false: the total is higher' }),
  }),
  errors: [],
})

export const showPlayer = endpoint({
  name: 'showPlayer',
  summary: 'Everything about a player',
  method: 'GET',
  path: '/admin/players/:uuid',
  caller: 'player',
  permission: 'panel.players.read',
  params: playerParams,
  status: 200,
  reply: Type.Object({ player: PlayerCard }),
  errors: ['player.notfound'],
})

const NewNode = Type.Union([
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
  reauthentication: { fields: ['superuser', 'email'], onDemand: true },
  params: playerParams,
  body: Type.Object({
    username: Type.Optional(Username),
    email: Type.Optional(Email),
    activated: Type.Optional(Type.Boolean()),
    passwordChangeRequired: Type.Optional(Type.Boolean()),
    roles: Type.Optional(Type.Array(text({ maxLength: 64 }), { maxItems: 100 })),
    permissions: Type.Optional(Type.Array(NewNode, { maxItems: 1000 })),
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
  summary: 'Delete a player immediately and permanently',
  method: 'POST',
  path: '/admin/players/:uuid/delete',
  caller: 'player',
  permission: 'panel.players.delete',
  reauthentication: {},
  params: playerParams,
  body: Type.Object({ username: TypedName, reason: Reason }),
  status: 204,
  reply: NoContent,
  errors: ['player.notfound', 'player.wrongname', 'player.lastsuperuser'],
})

export const removeTwoFactor = endpoint({
  name: 'removeTwoFactor',
  summary: "Turn off a player's 2FA; the player is mailed",
  method: 'DELETE',
  path: '/admin/players/:uuid/2fa',
  caller: 'player',
  permission: 'panel.players.2fa',
  reauthentication: {},
  params: playerParams,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const removePasskeys = endpoint({
  name: 'removePasskeys',
  summary: "Remove all of a player's passkeys; the player is mailed",
  method: 'DELETE',
  path: '/admin/players/:uuid/passkeys',
  caller: 'player',
  permission: 'panel.players.2fa',
  reauthentication: {},
  params: playerParams,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const removeIdentities = endpoint({
  name: 'removeIdentities',
  summary: 'Remove all linked accounts of a player, who is mailed',
  method: 'DELETE',
  path: '/admin/players/:uuid/identities',
  caller: 'player',
  permission: 'panel.players.2fa',
  reauthentication: {},
  params: playerParams,
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
  params: playerParams,
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
  params: playerParams,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

export const revokeLaunchers = endpoint({
  name: 'revokeLaunchers',
  summary: 'Revoke the launcher passwords of a player, who is mailed, and end their game sessions',
  method: 'DELETE',
  path: '/admin/players/:uuid/launchers',
  caller: 'player',
  permission: 'panel.players.sessions',
  params: playerParams,
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
  params: playerParams,
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
  params: playerParams,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound'],
})

import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { InstantOrNull } from '../shapes.ts'

const Snowflake = Type.String({ pattern: '^[0-9]{1,20}$', description: 'an id of Discord' })
const SetKind = Type.Union([Type.Literal('role'), Type.Literal('group')], {
  description: 'a role or a donor rank of the site',
})

/** A role or donor rank whose players get a role on Discord. */
export type DiscordMapping = Static<typeof DiscordMapping>
export const DiscordMapping = Type.Object({
  kind: SetKind,
  id: Type.String({ minLength: 1, maxLength: 64, description: 'the id of the role or donor rank' }),
  discordRole: Snowflake,
})

/** Absent fields stay unchanged. */
export type DiscordChanges = Static<typeof DiscordChanges>
export const DiscordChanges = Type.Object({
  enabled: Type.Optional(Type.Boolean()),
  server: Type.Optional(Snowflake),
  token: Type.Optional(
    Type.String({
      pattern: '^[!-~]{1,200}$',
      description: 'the token of the bot; no response contains it',
    }),
  ),
  mappings: Type.Optional(
    Type.Array(DiscordMapping, { maxItems: 100, description: 'replaces all mappings' }),
  ),
})

/** Why a Discord role cannot be given or taken. */
export type DiscordRoleProblem = Static<typeof DiscordRoleProblem>
const DiscordRoleProblem = Type.Union(
  [
    Type.Literal('above'),
    Type.Literal('permission'),
    Type.Literal('managed'),
    Type.Literal('missing'),
    Type.Literal('refused'),
  ],
  {
    description:
      '`above`: the role is not below a role of the bot; `permission`: the bot has no “Manage Roles”; `managed`: Discord or another program gives it; `missing`: there is no such role; `refused`: Discord answered 403',
  },
)

/** Why the bot cannot give or take any role on the Discord server. */
export type DiscordProblem = Static<typeof DiscordProblem>
const DiscordProblem = Type.Union(
  [Type.Literal('token'), Type.Literal('server'), Type.Literal('away')],
  {
    description:
      '`token`: Discord does not accept the token; `server`: the bot is not on the server; `away`: Discord does not respond, or asks to wait',
  },
)

export type DiscordStatus = Static<typeof DiscordStatus>
const DiscordStatus = Type.Object({
  enabled: Type.Boolean(),
  server: Type.Union([Type.String(), Type.Null()]),
  hasToken: Type.Boolean(),
  problem: Type.Union([DiscordProblem, Type.Null()]),
  linked: Type.Integer({ description: 'Discord accounts whose roles follow the site' }),
  waiting: Type.Integer({ description: 'accounts whose roles are not up to date yet' }),
  reconciledAt: InstantOrNull,
  mappings: Type.Array(
    Type.Object({
      ...DiscordMapping.properties,
      name: Type.Union([Type.String(), Type.Null()], { description: 'null: deleted' }),
      discordName: Type.Union([Type.String(), Type.Null()], { description: 'null: unknown' }),
      problem: Type.Union([DiscordRoleProblem, Type.Null()]),
    }),
  ),
  sets: Type.Array(Type.Object({ kind: SetKind, id: Type.String(), name: Type.String() }), {
    description: 'all roles and donor ranks of the site, in the order of their names',
  }),
  discordRoles: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      problem: Type.Union([DiscordRoleProblem, Type.Null()]),
    }),
    { description: 'roles of the server, highest first; empty while Discord cannot be read' },
  ),
})

const managers = { caller: 'player', permission: 'panel.discord.manage' } as const

export const showDiscord = endpoint({
  name: 'showDiscord',
  summary: 'Show which Discord roles follow the site, and problems with them',
  method: 'GET',
  path: '/admin/discord',
  ...managers,
  status: 200,
  reply: DiscordStatus,
  errors: [],
})

export const changeDiscord = endpoint({
  name: 'changeDiscord',
  summary: 'Change the bot, the server and the mapping of roles',
  method: 'PUT',
  path: '/admin/discord',
  ...managers,
  reauthentication: {},
  body: DiscordChanges,
  status: 200,
  reply: DiscordStatus,
  errors: ['discord.incomplete', 'discord.nosuchset'],
})

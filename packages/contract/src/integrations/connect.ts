import Type, { type Static } from 'typebox'
import { Balance } from '../account/balance.ts'
import { Reason } from '../author.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { NoContent, Profile, text } from '../shapes.ts'
import { MAX_LOOKED_UP, MAX_REPORTED } from './connect-limits.ts'

const connect = { caller: 'connect' } as const satisfies Partial<Endpoint>
const change = { ...connect, idempotent: true } as const satisfies Partial<Endpoint>
const params = Type.Object({ uuid: Type.String() })

export const lookUpPlayers = endpoint({
  ...connect,
  name: 'lookUpPlayers',
  summary: 'The profiles of players, by UUID or name; unknown players are left out',
  method: 'POST',
  path: '/connect/players/lookup',
  changes: false,
  body: Type.Object({
    uuids: Type.Optional(
      Type.Array(
        text({ maxLength: 64, description: 'with or without dashes, in any letter case' }),
        {
          maxItems: MAX_LOOKED_UP,
        },
      ),
    ),
    names: Type.Optional(
      Type.Array(text({ maxLength: 64, description: 'in any letter case' }), {
        maxItems: MAX_LOOKED_UP,
      }),
    ),
  }),
  status: 200,
  reply: Type.Object({ players: Type.Array(Profile) }),
  errors: [],
})

export const connectBan = endpoint({
  ...change,
  name: 'connectBan',
  summary: 'Ban a player without rights in the panel; replaces a running ban',
  method: 'POST',
  path: '/connect/players/:uuid/ban',
  params,
  body: Type.Object({
    reason: Reason,
    until: Type.Optional(
      Type.Union([
        text({ maxLength: 32, description: 'ISO 8601, in the future; absent or null: permanent' }),
        Type.Null(),
      ]),
    ),
  }),
  status: 200,
  reply: Type.Object({ ban: Type.Object({ id: Type.String() }) }),
  errors: ['player.notfound'],
})

export const connectUnban = endpoint({
  ...change,
  name: 'connectUnban',
  summary: 'Lift the ban of a player without rights in the panel',
  method: 'DELETE',
  path: '/connect/players/:uuid/ban',
  params,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound', 'ban.notfound'],
})

export const connectGiveRank = endpoint({
  ...change,
  name: 'connectGiveRank',
  summary: 'Give a donor rank, for days or permanently; time is added if the player already has it',
  method: 'POST',
  path: '/connect/players/:uuid/groups',
  params,
  body: Type.Object({
    group: text({ minLength: 1, maxLength: 32, description: 'id' }),
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 36_500, description: 'absent: permanent' }),
    ),
  }),
  status: 200,
  reply: Type.Object({ grant: Type.Object({ id: Type.String() }) }),
  errors: ['player.notfound', 'group.notfound'],
})

export const connectTakeRank = endpoint({
  ...change,
  name: 'connectTakeRank',
  summary: 'Take a donor rank before it ends',
  method: 'DELETE',
  path: '/connect/players/:uuid/groups/:grant',
  params: Type.Object({ uuid: Type.String(), grant: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['player.notfound', 'grant.notfound'],
})

export const connectBalance = endpoint({
  ...connect,
  name: 'connectBalance',
  summary: "A player's balances",
  method: 'GET',
  path: '/connect/players/:uuid/balance',
  params,
  status: 200,
  reply: Balance,
  errors: ['player.notfound'],
})

const Change = Type.Optional(
  Type.Union([Type.Number(), text({ maxLength: 32 })], {
    description: 'amount to add, or to subtract if negative; at most two decimals; number or text',
  }),
)

export const connectChangeBalance = endpoint({
  ...change,
  name: 'connectChangeBalance',
  summary: "Add to or subtract from a player's balances: both change or neither does",
  method: 'POST',
  path: '/connect/players/:uuid/balance',
  params,
  body: Type.Object({
    real: Change,
    virtual: Change,
    reason: Reason,
    allowNegative: Type.Optional(
      Type.Boolean({ description: 'whether a balance may fall below zero' }),
    ),
  }),
  status: 200,
  reply: Balance,
  errors: ['player.notfound', 'balance.insufficient'],
})

/** One report about a player in the game. */
export type ReportedActivity = Static<typeof ReportedActivity>
const ReportedActivity = Type.Object({
  uuid: text({ maxLength: 64, description: 'with or without dashes, in any letter case' }),
  event: Type.Union([Type.Literal('join'), Type.Literal('leave'), Type.Literal('playtime')]),
  at: text({ maxLength: 32, description: 'ISO 8601; an instant in the future counts as now' }),
  seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description:
        'play time to add, in seconds; without it, a `leave` adds the time since the last report',
    }),
  ),
})

export const reportActivity = endpoint({
  ...change,
  name: 'reportActivity',
  summary: `Report that up to ${MAX_REPORTED} players joined, left or played`,
  method: 'POST',
  path: '/connect/activity',
  body: Type.Object({ players: Type.Array(ReportedActivity, { maxItems: MAX_REPORTED }) }),
  status: 200,
  reply: Type.Object({
    unknown: Type.Array(Type.String(), { description: 'the sent uuids that belong to no player' }),
  }),
  errors: [],
})

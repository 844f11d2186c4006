import Type, { type Static } from 'typebox'
import { Author, AuthorName } from '../author.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, InstantOrNull, NoContent, text } from '../shapes.ts'

/** A donor rank or a single permission that was granted to a player, now or in the past. */
export type Grant = Static<typeof Grant>
export const Grant = Type.Object({
  id: Type.String(),
  group: Type.Union([Type.String(), Type.Null()], {
    description: 'id; null if a single node was granted',
  }),
  node: Type.Union([Type.String(), Type.Null()]),
  running: Type.Boolean(),
  startsAt: Instant,
  expiresAt: InstantOrNull,
  takenAt: InstantOrNull,
  author: Author,
  authorName: AuthorName,
  createdAt: Instant,
})

export const listGrants = endpoint({
  name: 'listGrants',
  summary: 'List all donor ranks and permissions ever granted to a player, newest first',
  method: 'GET',
  path: '/admin/players/:uuid/groups',
  caller: 'player',
  permission: 'panel.players.read',
  params: Type.Object({ uuid: Type.String() }),
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: pageOf(Grant),
  errors: ['player.notfound'],
})

export const giveGrant = endpoint({
  name: 'giveGrant',
  summary: 'Grant a donor rank or a permission; time is added if the player already has it',
  method: 'POST',
  reauthentication: { onDemand: true },
  path: '/admin/players/:uuid/groups',
  caller: 'player',
  permission: 'panel.players.groups',
  params: Type.Object({ uuid: Type.String() }),
  body: Type.Object({
    group: Type.Optional(text({ maxLength: 32, description: 'id; exactly one of group, node' })),
    node: Type.Optional(text({ maxLength: 256 })),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description: 'exactly one of days, until, forever',
      }),
    ),
    until: Type.Optional(text({ maxLength: 32, description: 'ISO 8601, UTC, in the future' })),
    forever: Type.Optional(Type.Boolean()),
    startsAt: Type.Optional(text({ maxLength: 32, description: 'ISO 8601, UTC; absent: now' })),
  }),
  idempotent: true,
  status: 200,
  reply: Type.Object({
    grant: Grant,
    items: Type.Array(Grant, { description: 'the newest 100 grants of the player, newest first' }),
  }),
  errors: ['player.notfound', 'group.notfound', 'permission.notassignable'],
})

export const takeGrant = endpoint({
  name: 'takeGrant',
  summary: 'Revoke a grant before it ends; it stays in the history',
  method: 'DELETE',
  reauthentication: { onDemand: true },
  path: '/admin/players/:uuid/groups/:grantId',
  caller: 'player',
  permission: 'panel.players.groups',
  params: Type.Object({ uuid: Type.String(), grantId: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['player.notfound', 'grant.notfound'],
})

import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../page.ts'
import { NoContent, text } from '../shapes.ts'
import { Grant } from './shapes.ts'

export const listGrants = endpoint({
  name: 'listGrants',
  summary: 'Every donate group and single permission a player was ever given, newest first',
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
  summary:
    'Give a donate group or a single permission; more of what he has is added to the end of it',
  method: 'POST',
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
    until: Type.Optional(text({ maxLength: 32, description: 'ISO 8601, UTC, ahead' })),
    forever: Type.Optional(Type.Boolean()),
    startsAt: Type.Optional(text({ maxLength: 32, description: 'ISO 8601, UTC; absent: now' })),
  }),
  status: 200,
  reply: Type.Object({
    grant: Grant,
    items: Type.Array(Grant, { description: 'all of his, newest first, at most 100' }),
  }),
  errors: ['player.notfound', 'group.notfound', 'permission.notassignable'],
})

export const takeGrant = endpoint({
  name: 'takeGrant',
  summary: 'Take what was given before its end; it stays in the history',
  method: 'DELETE',
  path: '/admin/players/:uuid/groups/:grantId',
  caller: 'player',
  permission: 'panel.players.groups',
  params: Type.Object({ uuid: Type.String(), grantId: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['player.notfound', 'grant.notfound'],
})

import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant } from '../shapes.ts'
import { AuditItem } from './audit.ts'
import { StaffNote } from './notes.ts'

/** The kinds of entries in a player's timeline. The timeline can be filtered by kind. */
export const timelineKinds = ['sign-ins', 'bans', 'ranks', 'roles', 'purchases', 'notes'] as const
export type TimelineKind = Static<typeof Kind>

const Kind = Type.Enum(timelineKinds)

export type TimelineItem = Static<typeof TimelineItem>
export const TimelineItem = Type.Object({
  id: Type.String(),
  at: Instant,
  kind: Kind,
  audit: Type.Optional(AuditItem),
  note: Type.Optional(StaffNote),
  ended: Type.Optional(
    Type.Object(
      {
        group: Type.Union([Type.String(), Type.Null()]),
        groupName: Type.Union([Type.String(), Type.Null()], { description: 'null if deleted' }),
        node: Type.Union([Type.String(), Type.Null()]),
      },
      { description: 'the donor rank or the permission that ended by itself' },
    ),
  ),
})

export const showTimeline = endpoint({
  name: 'showTimeline',
  summary: 'The timeline of a player, newest first; `kind` selects one kind',
  method: 'GET',
  path: '/admin/players/:uuid/timeline',
  caller: 'player',
  permission: 'panel.players.read',
  params: Type.Object({ uuid: Type.String() }),
  query: Type.Object({
    limit: listQuery.properties.limit,
    cursor: listQuery.properties.cursor,
    kind: Type.Optional(Kind),
  }),
  status: 200,
  reply: Type.Object({
    ...pageOf(TimelineItem).properties,
    kinds: Type.Array(Kind, { description: 'the kinds that the caller may see' }),
  }),
  errors: ['player.notfound'],
})

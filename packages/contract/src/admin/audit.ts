import Type, { type Static } from 'typebox'
import { Author } from '../author.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, text } from '../shapes.ts'

export type AuditItem = Static<typeof AuditItem>
export const AuditItem = Type.Object({
  id: Type.String(),
  at: Instant,
  action: Type.String(),
  actor: Type.Union([Author, Type.Null()]),
  actorName: Type.Union([Type.String(), Type.Null()], {
    description: 'the name of the player or API key; null for other actors',
  }),
  target: Type.Union([Type.String(), Type.Null()], {
    description: "a player's uuid, or another target",
  }),
  targetName: Type.Union([Type.String(), Type.Null()], {
    description:
      'the name of the player, role, group, key, service or news item; the recipient of a mail',
  }),
  names: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'the roles and groups whose ids are in `before` and `after`',
  }),
  ip: Type.Union([Type.String(), Type.Null()]),
  before: Type.Union([Type.String(), Type.Null()]),
  after: Type.Union([Type.String(), Type.Null()]),
})

const PersonFilter = (description: string) => Type.Optional(text({ maxLength: 256, description }))
const TimeFilter = (description: string) => Type.Optional(text({ maxLength: 32, description }))

const auditFilters = {
  query: listQuery.properties.query,
  player: PersonFilter('name or uuid, as actor or target'),
  actor: PersonFilter('name or uuid, the name of an API key, or `command`'),
  target: PersonFilter(
    'name or uuid of a player; name of a role, group, key or news item; a setting',
  ),
  action: PersonFilter('as `player.banned`'),
  ip: PersonFilter('IP address'),
  from: TimeFilter('time or day, inclusive'),
  until: TimeFilter('time or day, exclusive'),
}

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'List audit entries, newest first',
  method: 'GET',
  path: '/admin/audit',
  caller: 'player',
  permission: 'panel.audit.read',
  query: Type.Object({ ...listQuery.properties, ...auditFilters }),
  status: 200,
  reply: pageOf(AuditItem),
  errors: [],
})

/** Counting stops at this many entries. */
export const MAX_AUDIT_COUNT = 10_000

export const countAudit = endpoint({
  name: 'countAudit',
  summary: `Count the audit entries of a filter, up to ${MAX_AUDIT_COUNT}`,
  method: 'GET',
  path: '/admin/audit/count',
  caller: 'player',
  permission: 'panel.audit.read',
  query: Type.Object(auditFilters),
  status: 200,
  reply: Type.Object({
    total: Type.Integer(),
    isExact: Type.Boolean({ description: 'false: the total may be higher' }),
  }),
  errors: [],
})

/** An export has at most this many entries, the newest ones. */
export const MAX_AUDIT_EXPORT = 10_000

export const exportAudit = endpoint({
  name: 'exportAudit',
  summary: `The newest ${MAX_AUDIT_EXPORT} audit entries of a filter as CSV, newest first`,
  method: 'GET',
  path: '/admin/audit/export',
  caller: 'player',
  permission: 'panel.audit.read',
  slow: true,
  limits: [{ name: 'audit-exports', calls: 30, perSeconds: 3600, per: 'player', counts: 'calls' }],
  query: Type.Object(auditFilters),
  produces: 'text/csv',
  status: 200,
  reply: Type.String(),
  errors: [],
})

import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { AuditItem } from '../panel-shapes.ts'
import { text } from '../shapes.ts'

const Who = (description: string) => Type.Optional(text({ maxLength: 256, description }))
const When = (description: string) => Type.Optional(text({ maxLength: 32, description }))

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'List audit entries, newest first',
  method: 'GET',
  path: '/admin/audit',
  caller: 'player',
  permission: 'panel.audit.read',
  query: Type.Object({
    ...listQuery.properties,
    player: Who('name or uuid, as actor or target'),
    actor: Who('name or uuid, the name of an API key, or `command`'),
    target: Who('name or uuid of a player; name of a role, group, key or news item; a setting'),
    action: Who('as `player.banned`'),
    ip: Who('IP address'),
    from: When('time or day, inclusive'),
    until: When('time or day, exclusive'),
  }),
  status: 200,
  reply: pageOf(AuditItem),
  errors: [],
})

import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../page.ts'
import { text } from '../shapes.ts'
import { AuditItem } from './shapes.ts'

const Who = (description: string) => Type.Optional(text({ maxLength: 256, description }))
const When = (description: string) => Type.Optional(text({ maxLength: 32, description }))

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'Who did what to whom, when, from where; newest first',
  method: 'GET',
  path: '/admin/audit',
  caller: 'player',
  permission: 'panel.audit.read',
  query: Type.Object({
    ...listQuery.properties,
    player: Who('name or uuid: who did it or to whom it was done'),
    actor: Who('name or uuid, or `command`'),
    target: Who('name or uuid of a player, or the name of a thing'),
    action: Who('as `player.banned`'),
    ip: Who('an address'),
    from: When('an instant or a day: then or later'),
    until: When('an instant or a day: before it'),
  }),
  status: 200,
  reply: pageOf(AuditItem),
  errors: [],
})

import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../shapes.ts'

const Words = Type.Object({ ru: Type.String(), en: Type.String() })

/** What the doctor found out about one thing; no secret is in it. */
export type Checkup = Static<typeof Checkup>
export const Checkup = Type.Object({
  id: Type.String({ description: 'as `mail-server`; it stays the same' }),
  state: Type.Union([
    Type.Literal('good'),
    Type.Literal('warning'),
    Type.Literal('bad'),
    Type.Literal('unknown'),
  ]),
  title: Words,
  detail: Words,
  advice: Type.Union([Words, Type.Null()], { description: 'what to do about it' }),
})

export type System = Static<typeof System>
export const System = Type.Object({
  version: Type.String(),
  startedAt: Instant,
  instances: Type.Integer({ description: 'servers at work on this database' }),
  yourAddress: Type.String({ description: 'as the site sees the caller' }),
  checkedAt: Instant,
  checkups: Type.Array(Checkup),
})

export const showSystem = endpoint({
  name: 'showSystem',
  summary: 'What the doctor says of the site and of what it depends on; at most 10 seconds old',
  method: 'GET',
  path: '/admin/system',
  caller: 'player',
  permission: 'panel.system.read',
  status: 200,
  reply: System,
  errors: [],
})

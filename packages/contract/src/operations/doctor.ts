import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../shapes.ts'

const Localized = Type.Object({ ru: Type.String(), en: Type.String() })

/** The result of one check, without secrets. */
export type Checkup = Static<typeof Checkup>
export const Checkup = Type.Object({
  id: Type.String({ description: 'stable, such as `mail-server`' }),
  state: Type.Union([
    Type.Literal('good'),
    Type.Literal('warning'),
    Type.Literal('bad'),
    Type.Literal('unknown'),
  ]),
  title: Localized,
  detail: Localized,
  advice: Type.Union([Localized, Type.Null()], { description: 'what to do about it' }),
  line: Type.Union([Type.String(), Type.Null()], {
    description:
      'the line for the environment that solves the problem; null if the site does not know one',
  }),
})

export type System = Static<typeof System>
export const System = Type.Object({
  version: Type.String(),
  startedAt: Instant,
  instances: Type.Integer({ description: 'server processes that use this database' }),
  yourAddress: Type.String({ description: "the caller's address as the site sees it" }),
  checkedAt: Instant,
  checkups: Type.Array(Checkup),
})

export const showSystem = endpoint({
  name: 'showSystem',
  summary: "The doctor's checks of the site and its surroundings, at most 10 seconds old",
  method: 'GET',
  path: '/admin/system',
  caller: 'player',
  slow: true,
  permission: 'panel.system.read',
  status: 200,
  reply: System,
  errors: [],
})

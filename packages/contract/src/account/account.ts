import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, LocaleCode, NoContent } from '../shapes.ts'

export const listReferrals = endpoint({
  name: 'listReferrals',
  summary: 'List the players that this player invited, newest first',
  method: 'GET',
  path: '/cabinet/referrals',
  caller: 'player',
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: pageOf(Type.Object({ username: Type.String(), createdAt: Instant })),
  errors: [],
})

export const changeLocale = endpoint({
  name: 'changeLocale',
  summary: 'Set the language of mails and pages',
  method: 'PUT',
  path: '/cabinet/locale',
  caller: 'player',
  body: Type.Object({ locale: LocaleCode }),
  status: 204,
  reply: NoContent,
  errors: [],
})

export const checkUsername = endpoint({
  name: 'checkUsername',
  summary: 'Check whether a name is available',
  method: 'GET',
  path: '/names/:username',
  caller: 'anyone',
  limits: [{ name: 'names', calls: 60, perSeconds: 60, per: 'ip', counts: 'calls' }],
  params: Type.Object({ username: Type.String() }),
  status: 200,
  reply: Type.Object({
    available: Type.Boolean(),
    reason: Type.Optional(Type.Union([Type.Literal('taken'), Type.Literal('invalid')])),
  }),
  errors: [],
})

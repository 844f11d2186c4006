import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, MAX_PAGE_SIZE } from '../pagination.ts'
import { Session } from '../shapes.ts'

export const listSessions = endpoint({
  name: 'listSessions',
  summary: `List the player's sessions, last used first; ${MAX_PAGE_SIZE} unless \`limit\` is less`,
  method: 'POST',
  path: '/auth/sessions/me',
  caller: 'any-player',
  changes: false,
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: Type.Object({
    current: Type.Union([Session, Type.Null()]),
    all: Type.Array(Session),
    next: Type.Optional(
      Type.String({ description: 'opaque; the `cursor` of the next page; absent on the last one' }),
    ),
  }),
  errors: [],
})

export const closeSession = endpoint({
  name: 'closeSession',
  summary: 'Close one session',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  caller: 'any-player',
  params: Type.Object({ id: Type.String() }),
  status: 204,
  reply: Type.Null(),
  errors: ['session.notfound'],
})

export const closeOtherSessions = endpoint({
  name: 'closeOtherSessions',
  summary: 'Close every other session',
  method: 'DELETE',
  path: '/auth/sessions_other',
  caller: 'any-player',
  status: 204,
  reply: Type.Null(),
  errors: [],
})

export const closeAllSessions = endpoint({
  name: 'closeAllSessions',
  summary: 'Close every session',
  method: 'DELETE',
  path: '/auth/sessions_all',
  caller: 'any-player',
  status: 204,
  reply: Type.Null(),
  errors: [],
})

import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'

const params = Type.Object({
  id: Type.String({ description: 'the id in the address /authorize/:id' }),
})

/** The next step of the player: sign in, re-authenticate, use a second factor, or agree. */
export const Step = Type.Union([
  Type.Literal('sign-in'),
  Type.Literal('reauthenticate'),
  Type.Literal('second-factor'),
  Type.Literal('consent'),
  Type.Literal('continue'),
  Type.Literal('forbidden'),
])

/** The request of a client to sign a player in (docs/openid.md). */
export type AuthorizationRequest = Static<typeof AuthorizationRequest>
const AuthorizationRequest = Type.Object({
  client: Type.Object({
    id: Type.String(),
    name: Type.String(),
    host: Type.String({ description: 'the host to which the player returns afterwards' }),
    trusted: Type.Boolean(),
  }),
  scopes: Type.Array(Type.String()),
  step: Step,
})

const RedirectTo = Type.Object({
  redirectTo: Type.String({ description: 'the address to open next in the same browser' }),
})

export const showAuthorization = endpoint({
  name: 'showAuthorization',
  summary: 'The request of a program, and what the player must do next',
  method: 'GET',
  path: '/authorize/:id/request',
  caller: 'anyone',
  params,
  status: 200,
  reply: AuthorizationRequest,
  errors: ['openid.requestexpired'],
})

export const acceptAuthorization = endpoint({
  name: 'acceptAuthorization',
  summary: 'Agree to the request of a program',
  method: 'POST',
  path: '/authorize/:id/request',
  caller: 'player',
  params,
  status: 200,
  reply: RedirectTo,
  errors: [
    'openid.requestexpired',
    'openid.notallowed',
    'auth.proofrequired',
    'auth.2farequired',
    'auth.userblocked',
  ],
})

export const declineAuthorization = endpoint({
  name: 'declineAuthorization',
  summary: 'Decline the request of a program',
  method: 'DELETE',
  path: '/authorize/:id/request',
  caller: 'anyone',
  params,
  status: 200,
  reply: RedirectTo,
  errors: ['openid.requestexpired'],
})

import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { text, Uuid } from '../shapes.ts'

export const gmlSignIn = endpoint({
  name: 'gmlSignIn',
  summary: 'Sign in through GML ("custom authentication") or Laminara without the module',
  method: 'POST',
  path: '/auth/gml',
  caller: 'provider',
  protocol: 'gml',
  query: Type.Object({
    key: Type.Optional(text({ maxLength: 128, description: 'the API key, without its header' })),
  }),
  body: Type.Object({
    Login: text({ minLength: 1, maxLength: 254, description: 'username or e-mail' }),
    Password: text({ minLength: 1, maxLength: 1024 }),
    Totp: Type.Optional(
      text({ maxLength: 16, description: 'with 2FA: six digits or a recovery code' }),
    ),
  }),
  status: 200,
  reply: Type.Object({
    Login: Type.String({ description: 'the name, as it is spelled on the site' }),
    UserUuid: Uuid,
    IsSlim: Type.Boolean(),
  }),
  errors: [
    'auth.toomanyattempts',
    'auth.wrongcredentials',
    'auth.require2fa',
    'auth.wrong2fa',
    'auth.usernotactivated',
    'auth.userblocked',
    'auth.passwordchangerequired',
    'auth.consentrequired',
  ],
})

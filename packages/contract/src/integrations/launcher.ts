import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { PageLimit } from '../pagination.ts'
import { NewsItem, Profile, text } from '../shapes.ts'

const Login = text({ minLength: 1, maxLength: 254, description: 'username or e-mail' })

export const launcherPing = endpoint({
  name: 'launcherPing',
  summary: 'Check that the site responds and accepts the key',
  method: 'GET',
  path: '/auth/launcher/ping',
  caller: 'launcher',
  status: 200,
  reply: Type.Object({
    name: Type.String({ description: "the site's name" }),
    version: Type.String(),
  }),
  errors: [],
})

export const launcherAuthenticate = endpoint({
  name: 'launcherAuthenticate',
  summary: "Check a player's login, password and code, and return the profile",
  method: 'POST',
  path: '/auth/launcher/authenticate',
  caller: 'launcher',
  body: Type.Object({
    login: Type.Optional(Login),
    username_or_email: Type.Optional(Login),
    password: text({ minLength: 1, maxLength: 1024 }),
    totp: Type.Optional(
      text({ maxLength: 16, description: 'with 2FA: six digits or a recovery code' }),
    ),
  }),
  status: 200,
  reply: Profile,
  errors: [
    'auth.toomanyattempts',
    'auth.usernotfound',
    'auth.wrongpassword',
    'auth.require2fa',
    'auth.wrong2fa',
    'auth.usernotactivated',
    'auth.userblocked',
    'auth.passwordchangerequired',
    'auth.consentrequired',
  ],
})

export const launcherUser = endpoint({
  name: 'launcherUser',
  summary: 'The profile of a player, even of a banned one, by name or UUID',
  method: 'GET',
  path: '/auth/launcher/user',
  caller: 'launcher',
  conditional: true,
  query: Type.Object({
    username: Type.Optional(
      text({ minLength: 1, maxLength: 254, description: 'in any letter case' }),
    ),
    uuid: Type.Optional(
      Type.String({
        pattern:
          '^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})$',
        description: 'with or without dashes, in any letter case',
      }),
    ),
  }),
  status: 200,
  reply: Profile,
  errors: ['auth.usernotfound'],
})

export const launcherNews = endpoint({
  name: 'launcherNews',
  summary: 'List published news as plain text, newest first',
  method: 'GET',
  path: '/auth/launcher/news',
  caller: 'launcher',
  query: Type.Object({ limit: Type.Optional(PageLimit) }),
  status: 200,
  reply: Type.Object({ items: Type.Array(NewsItem) }),
  errors: [],
})

import Type, { type Static } from 'typebox'
import { PasskeyResponse } from '../credentials/passkeys.ts'
import { passwordLimits } from '../credentials/password.ts'
import { endpoint } from '../endpoint.ts'
import { Instant, LoginReply, TokenPair, text, User } from '../shapes.ts'
import { LOGIN_LIMIT } from './login-limit.ts'

const refreshTokenBody = Type.Object({
  refresh_token: Type.Optional(text({ maxLength: 512, description: 'clients without cookies' })),
})

export const login = endpoint({
  name: 'login',
  summary: 'Sign in with a name or e-mail address and a password',
  method: 'POST',
  path: '/auth/login',
  caller: 'anyone',
  captcha: 'login',
  limits: [LOGIN_LIMIT],
  body: Type.Object({
    username_or_email: text({ minLength: 1, maxLength: 254 }),
    password: text({ minLength: 1, maxLength: 1024 }),
    totp: Type.Optional(
      text({ maxLength: 16, description: 'with 2FA: six digits or a recovery code' }),
    ),
  }),
  status: 200,
  reply: LoginReply,
  errors: ['auth.wrongcredentials', 'auth.require2fa', 'auth.wrong2fa', 'auth.toomanyattempts'],
})

export type SignOutReason = Static<typeof SignOutReason>
const SignOutReason = Type.Object({
  ban: Type.Union([
    Type.Object({ reason: Type.String(), expiresAt: Type.Union([Instant, Type.Null()]) }),
    Type.Null(),
  ]),
  byStaff: Type.Boolean({ description: 'whether an administrator signed the player out' }),
})

export const explainSignOut = endpoint({
  name: 'explainSignOut',
  summary:
    'Why the session of an access token has ended; for a token that expired within a day, too',
  method: 'POST',
  path: '/auth/ended',
  caller: 'anyone',
  changes: false,
  limits: [{ name: 'sign-out-reasons', calls: 30, perSeconds: 60, per: 'ip', counts: 'calls' }],
  body: Type.Object({ access_token: text({ maxLength: 1024 }) }),
  status: 200,
  reply: SignOutReason,
  errors: [],
})

export const prove = endpoint({
  name: 'prove',
  summary: 'Re-authenticate; valid for ten minutes in this session',
  method: 'POST',
  path: '/auth/prove',
  caller: 'unconfirmed-player',
  withoutConsent: true,
  limits: passwordLimits,
  body: Type.Object({
    password: Type.Optional(text({ minLength: 1, maxLength: 1024 })),
    totp: Type.Optional(
      text({ maxLength: 16, description: 'with 2FA: six digits or a recovery code' }),
    ),
    passkey: Type.Optional(PasskeyResponse),
  }),
  status: 204,
  reply: Type.Null(),
  statuses: {
    'auth.require2fa': 400,
    'auth.wrong2fa': 400,
    'passkey.unknown': 400,
    'passkey.wrong': 400,
    'passkey.copied': 400,
  },
  errors: [
    'password.wrong',
    'auth.require2fa',
    'auth.wrong2fa',
    'auth.toomanyattempts',
    'passkey.unavailable',
    'passkey.expired',
    'passkey.unknown',
    'passkey.wrong',
    'passkey.copied',
  ],
})

export const refresh = endpoint({
  name: 'refresh',
  summary: 'Exchange a refresh token for a new pair of tokens',
  method: 'POST',
  path: '/auth/refresh',
  caller: 'anyone',
  cookie: true,
  body: refreshTokenBody,
  bodyOptional: true,
  status: 200,
  reply: TokenPair,
  errors: ['auth.sessionexpired', 'auth.tokenreplaced', 'auth.tokenreused'],
})

export const me = endpoint({
  name: 'me',
  summary: 'The signed-in player',
  method: 'GET',
  path: '/auth/me',
  caller: 'any-player',
  status: 200,
  reply: Type.Object({ user: User }),
  errors: [],
})

export const logout = endpoint({
  name: 'logout',
  summary: 'Close the session of a refresh token',
  method: 'POST',
  path: '/auth/logout',
  caller: 'anyone',
  cookie: true,
  body: refreshTokenBody,
  bodyOptional: true,
  status: 204,
  reply: Type.Null(),
  errors: [],
})

import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, OwnEmail, text, Uuid } from '../shapes.ts'
import { LOGIN_LIMIT } from '../sign-in/login-limit.ts'

const AccessToken = Type.Object({
  access_token: text({ minLength: 1, maxLength: 512 }),
})

/** A player in the format of Azuriom, without the numeric ID, which players do not have on this site. */
export type AzauthUser = Static<typeof AzauthUser>
const AzauthUser = Type.Object({
  username: Type.String({ description: 'canonical spelling' }),
  email: OwnEmail,
  email_verified: Type.Boolean(),
  money: Type.Number({ description: 'the balance `real`' }),
  role: Type.Object({
    name: Type.String({ description: 'the name of the role with the highest priority' }),
    color: Type.String(),
  }),
  banned: Type.Boolean({ description: 'always false: banned players are refused' }),
  uuid: Uuid,
  access_token: Type.String({ description: 'a game token (docs/launcher-protocols.md#yggdrasil)' }),
  accessToken: Type.String({
    description: 'equal to `access_token`; eml-lib reads this field after `verify`',
  }),
  clientToken: Type.String({
    description: 'the uuid of the player, which eml-lib reads from this field',
  }),
  created_at: Instant,
  skin: Type.Object({ slim: Type.Boolean() }),
})

const SIGN_IN_BLOCKS = [
  'auth.usernotactivated',
  'auth.userblocked',
  'auth.passwordchangerequired',
  'auth.consentrequired',
] as const

export const azauthSignIn = endpoint({
  name: 'azauthSignIn',
  summary: 'Sign in through a launcher made for Azuriom',
  method: 'POST',
  path: '/api/auth/authenticate',
  caller: 'anyone',
  protocol: 'azauth',
  limits: [LOGIN_LIMIT],
  body: Type.Object({
    email: text({ minLength: 1, maxLength: 254, description: 'username or e-mail' }),
    password: text({ minLength: 1, maxLength: 1024 }),
    code: Type.Optional(text({ maxLength: 16, description: 'six digits, when 2FA is on' })),
  }),
  status: 200,
  reply: AzauthUser,
  errors: [
    'auth.toomanyattempts',
    'auth.wrongcredentials',
    'auth.require2fa',
    'auth.wrong2fa',
    ...SIGN_IN_BLOCKS,
  ],
})

export const azauthVerify = endpoint({
  name: 'azauthVerify',
  summary: 'The player of an access token, unless the player may no longer sign in',
  method: 'POST',
  path: '/api/auth/verify',
  caller: 'anyone',
  protocol: 'azauth',
  body: AccessToken,
  status: 200,
  reply: AzauthUser,
  errors: ['yggdrasil.invalidtoken', ...SIGN_IN_BLOCKS],
})

export const azauthLogout = endpoint({
  name: 'azauthLogout',
  summary: 'Close the session of an access token',
  method: 'POST',
  path: '/api/auth/logout',
  caller: 'anyone',
  protocol: 'azauth',
  body: AccessToken,
  status: 200,
  reply: Type.Object({ status: Type.Literal('success') }),
  errors: [],
})

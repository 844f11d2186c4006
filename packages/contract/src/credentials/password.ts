import Type, { type Static } from 'typebox'
import { endpoint, type Limit } from '../endpoint.ts'
import { Email, NewPassword, text } from '../shapes.ts'

/** Codes for a refused new password (docs/contract.md#passwords). */
export const passwordFaults = [
  'password.short',
  'password.long',
  'password.common',
  'password.repeated',
  'password.sequence',
  'password.context',
  'password.breached',
] as const

/** The limit that all endpoints with the current password share. */
export const passwordLimits = [
  { name: 'own-password', calls: 10, perSeconds: 600, per: 'player', counts: 'calls' },
] as const satisfies readonly Limit[]

/**
 * The other ways to sign in that a new password removed
 * (docs/contract.md#what-a-new-password-removes).
 */
export const RemovedAccess = Type.Object({
  passkeys: Type.Array(Type.String(), { description: 'the names of the removed passkeys' }),
  identities: Type.Array(
    Type.Object({
      provider: Type.String(),
      service: Type.String({ description: 'the name of the provider' }),
      name: Type.String({ description: 'the name of the account at the provider; may be empty' }),
    }),
    { description: 'linked accounts' },
  ),
  launcherPasswords: Type.Array(Type.String(), {
    description: 'the names of the removed launcher passwords',
  }),
  sessions: Type.Boolean({ description: 'all sessions ended although `close` was not set' }),
  twoFactor: Type.Boolean({ description: '2FA is off, and its recovery codes are void' }),
})
export type RemovedAccess = Static<typeof RemovedAccess>

/** The status is 204 if nothing was removed. */
const removedReply = {
  status: 200,
  mayBeEmpty: true,
  reply: Type.Object({ removed: RemovedAccess }),
} as const

export const judgePassword = endpoint({
  name: 'judgePassword',
  summary: 'Whether a new password would be accepted; nothing is stored',
  method: 'POST',
  path: '/auth/password/check',
  caller: 'anyone',
  changes: false,
  limits: [{ name: 'password-checks', calls: 60, perSeconds: 60, per: 'ip', counts: 'calls' }],
  body: Type.Object({
    password: NewPassword,
    username: Type.Optional(text({ maxLength: 64 })),
    email: Type.Optional(text({ maxLength: 254 })),
  }),
  status: 204,
  reply: Type.Null(),
  errors: passwordFaults,
})

export const requestReset = endpoint({
  name: 'requestReset',
  summary: 'Mail a password reset link; the response is the same for every address',
  method: 'POST',
  path: '/auth/reset',
  caller: 'anyone',
  captcha: 'reset',
  limits: [{ name: 'reset-requests', calls: 5, perSeconds: 3600, per: 'ip', counts: 'calls' }],
  body: Type.Object({ email: Email }),
  status: 204,
  reply: Type.Null(),
  errors: [],
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary: 'Set a new password with a mailed link; without `password`, only check the link',
  method: 'POST',
  path: '/auth/password',
  caller: 'anyone',
  limits: [{ name: 'password-resets', calls: 5, perSeconds: 3600, per: 'ip', counts: 'refusals' }],
  body: Type.Object({
    hash: Type.String({ description: 'from the link' }),
    password: Type.Optional(NewPassword),
    close: Type.Optional(Type.Boolean({ description: 'also close all sessions' })),
  }),
  ...removedReply,
  errors: ['auth.linkexpired', ...passwordFaults, 'password.same'],
})

export const changePassword = endpoint({
  name: 'changePassword',
  summary: "Change the player's password",
  method: 'POST',
  path: '/cabinet/password',
  caller: 'any-player',
  limits: passwordLimits,
  body: Type.Object({
    current: text({ minLength: 1, maxLength: 1024 }),
    password: NewPassword,
    close: Type.Optional(
      Type.Boolean({
        description:
          'also close all other sessions and remove passkeys, linked accounts and launcher passwords',
      }),
    ),
  }),
  ...removedReply,
  errors: ['password.wrong', ...passwordFaults, 'password.same'],
})

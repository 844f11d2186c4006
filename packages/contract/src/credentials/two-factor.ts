import Type from 'typebox'
import { endpoint, type Limit } from '../endpoint.ts'
import { text } from '../shapes.ts'

/** The limit that enabling and disabling 2FA share (docs/contract.md#two-factor). */
const codeLimits = [
  { name: '2fa-codes', calls: 10, perSeconds: 600, per: 'player', counts: 'calls' },
] as const satisfies readonly Limit[]

const CodeBody = Type.Object({
  code: Type.Optional(
    text({ maxLength: 16, description: 'six digits; off also by a recovery code' }),
  ),
  totp: Type.Optional(text({ maxLength: 16, description: 'another name for `code`' })),
  password: Type.Optional(
    text({
      minLength: 1,
      maxLength: 1024,
      description: 'required without a recent re-authentication',
    }),
  ),
})

export const generateTwoFactor = endpoint({
  name: 'generateTwoFactor',
  summary: 'Propose a secret for an authenticator app; it takes effect when 2FA is enabled',
  method: 'GET',
  path: '/cabinet/2fa/generate',
  caller: 'player',
  changes: true,
  limits: [{ name: '2fa-secrets', calls: 20, perSeconds: 600, per: 'player', counts: 'calls' }],
  status: 200,
  reply: Type.Object({
    secret: Type.String({ description: 'base32' }),
    otpauth_url: Type.String(),
    qr: Type.String({ description: 'QR code of the URL, as a data: URI' }),
  }),
  errors: ['auth.2faenabled'],
})

export const enableTwoFactor = endpoint({
  name: 'enableTwoFactor',
  summary: 'Turn 2FA on with a first code',
  method: 'POST',
  path: '/cabinet/2fa/enable',
  caller: 'player',
  limits: codeLimits,
  reauthentication: { password: 'code-too' },
  body: CodeBody,
  status: 204,
  reply: Type.Null(),
  statuses: { 'auth.wrong2fa': 400 },
  errors: ['auth.wrong2fa', 'auth.2faenabled'],
})

export const disableTwoFactor = endpoint({
  name: 'disableTwoFactor',
  summary: 'Turn 2FA off with a code',
  method: 'POST',
  path: '/cabinet/2fa/disable',
  caller: 'player',
  limits: codeLimits,
  reauthentication: { password: 'code-too' },
  body: CodeBody,
  status: 204,
  reply: Type.Null(),
  statuses: { 'auth.wrong2fa': 400 },
  errors: ['auth.wrong2fa'],
})

export const makeRecoveryCodes = endpoint({
  name: 'makeRecoveryCodes',
  summary: 'Make ten recovery codes, which replace earlier ones and are shown only here',
  method: 'POST',
  path: '/cabinet/2fa/recovery-codes',
  caller: 'player',
  reauthentication: {},
  limits: [{ name: 'recovery-codes', calls: 20, perSeconds: 600, per: 'player', counts: 'calls' }],
  status: 201,
  reply: Type.Object({ codes: Type.Array(Type.String({ description: 'as `7K3QX-9M2PD`' })) }),
  errors: ['auth.norecoverycodes'],
})

export const countRecoveryCodes = endpoint({
  name: 'countRecoveryCodes',
  summary: 'The number of unused recovery codes',
  method: 'GET',
  path: '/cabinet/2fa/recovery-codes',
  caller: 'player',
  status: 200,
  reply: Type.Object({ left: Type.Integer() }),
  errors: [],
})

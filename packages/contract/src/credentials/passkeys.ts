import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, LoginReply, NoContent, text } from '../shapes.ts'

/** Maximum number of passkeys per player. */
export const MAX_PASSKEYS = 20

/** Makes the schema of bytes in base64url without padding. `maxLength` counts characters. */
function bytes(maxLength: number) {
  return Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength })
}

const CeremonyId = Type.String({
  pattern: '^[A-Za-z0-9_.-]+$',
  maxLength: 200,
  description: 'from the response with the `options`; valid once, for five minutes',
})

const Options = Type.Object({}, { additionalProperties: true })

const PasskeyName = text({ maxLength: 64 })

/** The result of `navigator.credentials.create()` as JSON (Web Authentication level 3, 5.1). */
export type NewCredential = Static<typeof NewCredential>
const NewCredential = Type.Object({
  id: bytes(1400),
  response: Type.Object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(32_768),
    transports: Type.Optional(Type.Array(text({ maxLength: 32 }), { maxItems: 16 })),
  }),
})

/** The result of `navigator.credentials.get()` as JSON (Web Authentication level 3, 5.1). */
export type Assertion = Static<typeof Assertion>
export const Assertion = Type.Object({
  id: bytes(1400),
  response: Type.Object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(8192),
    userHandle: Type.Optional(Type.Union([bytes(128), Type.Null()])),
  }),
})

/** A signed challenge, with the attempt that it belongs to. */
export type PasskeyResponse = Static<typeof PasskeyResponse>
export const PasskeyResponse = Type.Object({ attempt: CeremonyId, credential: Assertion })

export type Passkey = Static<typeof Passkey>
export const Passkey = Type.Object({
  id: Type.String({ description: 'opaque; not the id of the credential' }),
  credentialId: Type.String({ description: 'the id of the credential in the browser; base64url' }),
  name: Type.String(),
  host: Type.String({ description: 'the host of the site for which the passkey was created' }),
  works: Type.Boolean({ description: 'whether the site still has this host' }),
  synced: Type.Boolean({
    description: 'whether the passkey is synced, for example by a Google or Apple account',
  }),
  copied: Type.Boolean({ description: 'seems to exist twice, and so is refused' }),
  createdAt: Instant,
  lastUsedAt: Type.Union([Instant, Type.Null()]),
})

/** Why passkeys are unavailable: the address of the site is not https (`http`), or has no host name (`ip`). */
export type PasskeysUnavailableReason = Static<typeof PasskeysUnavailableReason>
const PasskeysUnavailableReason = Type.Union([Type.Literal('http'), Type.Literal('ip')])

const passkeyParams = Type.Object({ id: Type.String() })

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  summary: "The player's passkeys, oldest first, and whether more can be added",
  method: 'GET',
  path: '/passkeys',
  caller: 'player',
  status: 200,
  reply: Type.Object({
    items: Type.Array(Passkey),
    whyNot: Type.Union([PasskeysUnavailableReason, Type.Null()], {
      description: 'why the site has no passkeys; null if it has them',
    }),
  }),
  errors: [],
})

export const passkeyOptions = endpoint({
  name: 'passkeyOptions',
  summary: 'Begin to add a passkey: returns the options for the browser',
  method: 'POST',
  path: '/passkeys/options',
  caller: 'player',
  changes: true,
  reauthentication: {},
  limits: [{ name: 'passkey-options', calls: 30, perSeconds: 600, per: 'player', counts: 'calls' }],
  status: 200,
  reply: Type.Object({ attempt: CeremonyId, options: Options }),
  errors: ['passkey.unavailable', 'passkey.toomany'],
})

export const registerPasskey = endpoint({
  name: 'registerPasskey',
  summary: 'Add the passkey that the browser made; the player is mailed',
  method: 'POST',
  path: '/passkeys/register',
  caller: 'player',
  reauthentication: {},
  limits: [{ name: 'passkeys', calls: 30, perSeconds: 600, per: 'player', counts: 'calls' }],
  body: Type.Object({
    attempt: CeremonyId,
    name: Type.Optional(PasskeyName),
    credential: NewCredential,
  }),
  status: 201,
  reply: Type.Object({ passkey: Passkey }),
  statuses: { 'passkey.wrong': 400 },
  errors: [
    'passkey.unavailable',
    'passkey.expired',
    'passkey.wrong',
    'passkey.known',
    'passkey.toomany',
  ],
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  summary: 'Rename a passkey',
  method: 'PATCH',
  path: '/passkeys/:id',
  caller: 'player',
  params: passkeyParams,
  body: Type.Object({
    name: Type.String({ maxLength: 64, pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' }),
  }),
  status: 200,
  reply: Type.Object({ passkey: Passkey }),
  errors: ['passkey.notfound'],
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary: 'Remove a passkey; the player is mailed',
  method: 'DELETE',
  path: '/passkeys/:id',
  caller: 'player',
  reauthentication: {},
  params: passkeyParams,
  status: 204,
  reply: NoContent,
  errors: ['passkey.notfound'],
})

export const passkeyLoginOptions = endpoint({
  name: 'passkeyLoginOptions',
  summary: 'Begin to sign in with a passkey: returns the options for the browser',
  method: 'POST',
  path: '/auth/passkey/options',
  caller: 'anyone',
  changes: false,
  limits: [
    { name: 'passkey-login-options', calls: 300, perSeconds: 300, per: 'ip', counts: 'calls' },
  ],
  status: 200,
  reply: Type.Object({ attempt: CeremonyId, options: Options }),
  errors: ['passkey.unavailable'],
})

export const passkeyLogin = endpoint({
  name: 'passkeyLogin',
  summary: 'Sign in with a passkey, which is both factors',
  method: 'POST',
  path: '/auth/passkey/login',
  caller: 'anyone',
  limits: [{ name: 'passkey-login', calls: 60, perSeconds: 300, per: 'ip', counts: 'calls' }],
  body: PasskeyResponse,
  status: 200,
  reply: LoginReply,
  errors: [
    'passkey.unavailable',
    'passkey.expired',
    'passkey.unknown',
    'passkey.wrong',
    'passkey.copied',
  ],
})

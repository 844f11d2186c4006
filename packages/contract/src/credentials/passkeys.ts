import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, LoginReply, NoContent, text } from '../shapes.ts'

/** How many passkeys a player may have. */
export const MOST_PASSKEYS = 20

/** Bytes of an authenticator: base64url without padding. */
function bytes(maxLength: number) {
  return Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength })
}

const Attempt = Type.String({
  pattern: '^[A-Za-z0-9_.-]+$',
  maxLength: 200,
  description: 'of the answer to `options`; good once, for five minutes',
})

const Options = Type.Object({}, { additionalProperties: true })

const PasskeyName = text({ maxLength: 64 })

/** What `navigator.credentials.create()` gave, as JSON (Web Authentication level 3, 5.1). */
export type NewCredential = Static<typeof NewCredential>
const NewCredential = Type.Object({
  id: bytes(1400),
  response: Type.Object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(32_768),
    transports: Type.Optional(Type.Array(text({ maxLength: 32 }), { maxItems: 16 })),
  }),
})

/** What `navigator.credentials.get()` gave, as JSON (Web Authentication level 3, 5.1). */
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

/** An answer to a challenge, with the attempt that the challenge belongs to. */
export type PasskeyProof = Static<typeof PasskeyProof>
export const PasskeyProof = Type.Object({ attempt: Attempt, credential: Assertion })

/** A passkey as its player sees it. */
export type Passkey = Static<typeof Passkey>
export const Passkey = Type.Object({
  id: Type.String({ description: 'opaque; not the id of the credential' }),
  credentialId: Type.String({ description: 'by which the browser knows it; base64url' }),
  name: Type.String(),
  host: Type.String({ description: 'the address of the site that it was made for' }),
  works: Type.Boolean({ description: 'whether the site still has that address' }),
  synced: Type.Boolean({ description: 'whether an account of the player at its maker keeps it' }),
  copied: Type.Boolean({ description: 'seems to exist twice, and so is refused' }),
  createdAt: Instant,
  lastUsedAt: Type.Union([Instant, Type.Null()]),
})

/** Why a site offers no passkeys: without https, or without a name, browsers refuse them. */
export type WhyNoPasskeys = Static<typeof WhyNoPasskeys>
const WhyNoPasskeys = Type.Union([Type.Literal('http'), Type.Literal('ip')])

const ofPasskey = Type.Object({ id: Type.String() })

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  summary: "The player's passkeys, oldest first, and whether more can be added",
  method: 'GET',
  path: '/passkeys',
  caller: 'player',
  status: 200,
  reply: Type.Object({
    items: Type.Array(Passkey),
    whyNot: Type.Union([WhyNoPasskeys, Type.Null()], {
      description: 'why this site offers none; null when it does',
    }),
  }),
  errors: [],
})

export const passkeyOptions = endpoint({
  name: 'passkeyOptions',
  summary: 'Begin to add a passkey: what the browser needs to make one',
  method: 'POST',
  path: '/passkeys/options',
  caller: 'player',
  changes: true,
  proof: {},
  limits: [{ name: 'passkey-options', calls: 30, perSeconds: 600, per: 'player', counts: 'calls' }],
  status: 200,
  reply: Type.Object({ attempt: Attempt, options: Options }),
  errors: ['passkey.unavailable', 'passkey.toomany'],
})

export const registerPasskey = endpoint({
  name: 'registerPasskey',
  summary: 'Add the passkey that the browser made; the player is told by mail',
  method: 'POST',
  path: '/passkeys/register',
  caller: 'player',
  proof: {},
  limits: [{ name: 'passkeys', calls: 30, perSeconds: 600, per: 'player', counts: 'calls' }],
  body: Type.Object({
    attempt: Attempt,
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
  summary: 'Give a passkey another name',
  method: 'PATCH',
  path: '/passkeys/:id',
  caller: 'player',
  params: ofPasskey,
  body: Type.Object({
    name: Type.String({ maxLength: 64, pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' }),
  }),
  status: 200,
  reply: Type.Object({ passkey: Passkey }),
  errors: ['passkey.notfound'],
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary: 'Remove a passkey; the player is told by mail',
  method: 'DELETE',
  path: '/passkeys/:id',
  caller: 'player',
  proof: {},
  params: ofPasskey,
  status: 204,
  reply: NoContent,
  errors: ['passkey.notfound'],
})

export const passkeyLoginOptions = endpoint({
  name: 'passkeyLoginOptions',
  summary: 'Begin to sign in with a passkey: what the browser needs to ask for one',
  method: 'POST',
  path: '/auth/passkey/options',
  caller: 'anyone',
  changes: false,
  limits: [
    { name: 'passkey-login-options', calls: 300, perSeconds: 300, per: 'ip', counts: 'calls' },
  ],
  status: 200,
  reply: Type.Object({ attempt: Attempt, options: Options }),
  errors: ['passkey.unavailable'],
})

export const passkeyLogin = endpoint({
  name: 'passkeyLogin',
  summary: 'Sign in with a passkey, which is both factors',
  method: 'POST',
  path: '/auth/passkey/login',
  caller: 'anyone',
  limits: [{ name: 'passkey-login', calls: 60, perSeconds: 300, per: 'ip', counts: 'calls' }],
  body: PasskeyProof,
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

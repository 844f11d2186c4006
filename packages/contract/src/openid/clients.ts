import Type, { type Static } from 'typebox'
import { Instant, InstantOrNull, PlainName, text } from '../shapes.ts'

/** Scopes that a client may request (docs/openid.md). */
export const OPENID_SCOPES = [
  'openid',
  'profile',
  'email',
  'minecraft',
  'roles',
  'permissions',
  'offline_access',
  'Yggdrasil.PlayerProfiles.Select',
  'Yggdrasil.Server.Join',
  'Yggdrasil.PlayerProfiles.Read',
] as const

export type OpenIdScope = (typeof OPENID_SCOPES)[number]

const Scope = Type.Unsafe<OpenIdScope>({ type: 'string', enum: [...OPENID_SCOPES] })
const Address = text({ minLength: 1, maxLength: 2048 })
const AddressOrNull = Type.Union([Address, Type.Null()])

const fields = {
  name: PlainName,
  redirectUris: Type.Array(Address, {
    maxItems: 32,
    description:
      'https, `http://127.0.0.1` or `http://[::1]` with any port, or a private-use scheme; none only for devices',
  }),
  postLogoutRedirectUris: Type.Array(Address, { maxItems: 32 }),
  backchannelLogoutUri: AddressOrNull,
  scopes: Type.Array(Scope, { minItems: 1, maxItems: OPENID_SCOPES.length }),
  permission: Type.Union([Type.String({ pattern: '^[a-z0-9_.-]{1,128}$' }), Type.Null()], {
    description: 'who may sign in: players with this permission; null: every player',
  }),
  accessToken: Type.Union([Type.Literal('opaque'), Type.Literal('jwt')]),
  idTokenAlg: Type.Union([Type.Literal('RS256'), Type.Literal('EdDSA')], {
    description: 'signs ID tokens and logout tokens',
  }),
  public: Type.Boolean({ description: 'a program that cannot keep a secret' }),
  trusted: Type.Boolean({ description: 'whether it signs players in without their consent' }),
  pkce: Type.Boolean({ description: 'whether PKCE is required; always for public clients' }),
  device: Type.Boolean({
    description: 'whether devices can sign in by a code that the player enters elsewhere',
  }),
}

export type NewClient = Static<typeof NewClient>
export const NewClient = Type.Object(fields)

/** Absent fields stay unchanged. */
export type ClientChanges = Static<typeof ClientChanges>
export const ClientChanges = Type.Partial(
  Type.Object({
    name: fields.name,
    redirectUris: fields.redirectUris,
    postLogoutRedirectUris: fields.postLogoutRedirectUris,
    backchannelLogoutUri: fields.backchannelLogoutUri,
    scopes: fields.scopes,
    permission: fields.permission,
    accessToken: fields.accessToken,
    idTokenAlg: fields.idTokenAlg,
    trusted: fields.trusted,
    pkce: fields.pkce,
    device: fields.device,
  }),
)

/** A client for administrators. Its secret is not stored. */
export type ClientItem = Static<typeof ClientItem>
export const ClientItem = Type.Object({
  clientId: Type.String(),
  ...fields,
  oldSecretUntil: InstantOrNull,
  author: Type.String({ description: "a player's uuid, or `command`" }),
  createdAt: Instant,
  revokedAt: InstantOrNull,
})

import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, LoginReply, NoContent, text } from '../shapes.ts'

/** The protocol of an identity provider (docs/contract.md#linked-accounts). */
export type IdentityKind = Static<typeof IdentityKind>
export const IdentityKind = Type.Union([
  Type.Literal('discord'),
  Type.Literal('google'),
  Type.Literal('microsoft'),
  Type.Literal('yandex'),
  Type.Literal('vk'),
  Type.Literal('telegram'),
  Type.Literal('oidc'),
])

/** The last part of a provider's redirect path: `/linked/<slug>`. */
export const ProviderSlug = Type.String({
  pattern: '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$',
  description: 'a–z, 0–9 and -, at most 32 of them',
})

export type ShownProvider = Static<typeof ShownProvider>
export const ShownProvider = Type.Object({
  slug: Type.String(),
  kind: IdentityKind,
  name: Type.String({ description: 'as the owner calls it: "Discord", "Our forum"' }),
})

/**
 * A path on this site: one slash, then neither slash nor backslash, which could name another host.
 */
export const OwnPath = Type.String({
  maxLength: 512,
  pattern: '^/(?!/)[^\\\\\\u0000-\\u001f\\u007f]*$',
  description: 'the path to open afterwards, such as `/cabinet`',
})

/** A linked external account, for its player. */
export type LinkedIdentity = Static<typeof LinkedIdentity>
export const LinkedIdentity = Type.Object({
  name: Type.String({ description: 'the name of the account at the provider; may be empty' }),
  linkedAt: Instant,
  lastUsedAt: Type.Union([Instant, Type.Null()], {
    description: 'the last sign-in with the account',
  }),
})

const providerParams = Type.Object({
  provider: Type.String({ description: 'the slug of the provider' }),
})
const LinkOptionsBody = Type.Object({ next: Type.Optional(OwnPath) })
const AuthorizationUrl = Type.Object({
  url: Type.String({ description: 'the URL of the provider, which the page opens' }),
})
const NextPath = Type.Union([Type.String(), Type.Null()], {
  description: 'the path that was sent when the sign-in or the link began',
})

/** The provider's response, from the URL of `/linked/<slug>`. */
const ProviderResponse = Type.Object({
  query: text({ maxLength: 8192, description: '`location.search` without the question mark' }),
  fragment: Type.Optional(
    text({ maxLength: 8192, description: '`location.hash` without the number sign' }),
  ),
})

const providerErrors = [
  'identity.providernotfound',
  'identity.expired',
  'identity.cancelled',
  'identity.wrong',
  'identity.unavailable',
] as const

export const identityLoginOptions = endpoint({
  name: 'identityLoginOptions',
  summary:
    'Begin to sign in by a linked account: returns its URL; a cookie ties it to this browser',
  method: 'POST',
  path: '/auth/identity/:provider/options',
  caller: 'anyone',
  changes: false,
  slow: true,
  limits: [
    { name: 'identity-login-options', calls: 60, perSeconds: 300, per: 'ip', counts: 'calls' },
  ],
  params: providerParams,
  body: LinkOptionsBody,
  bodyOptional: true,
  status: 200,
  reply: AuthorizationUrl,
  errors: ['identity.providernotfound', 'identity.unavailable'],
})

export const identityLogin = endpoint({
  name: 'identityLogin',
  summary: "Sign in by the provider's response; returns whether a code is also required",
  method: 'POST',
  path: '/auth/identity/:provider/login',
  caller: 'anyone',
  slow: true,
  limits: [{ name: 'identity-login', calls: 60, perSeconds: 300, per: 'ip', counts: 'calls' }],
  params: providerParams,
  body: ProviderResponse,
  status: 200,
  reply: Type.Object({
    signedIn: Type.Union([LoginReply, Type.Null()], { description: 'null: a code is needed' }),
    ticket: Type.Union([Type.String(), Type.Null()], {
      description: 'sent back with the code; valid once, for five minutes',
    }),
    next: NextPath,
  }),
  errors: [...providerErrors, 'identity.notlinked'],
})

export const identityCode = endpoint({
  name: 'identityCode',
  summary: 'Sign in by a linked account and the code of the second factor',
  method: 'POST',
  path: '/auth/identity/code',
  caller: 'anyone',
  limits: [{ name: 'identity-code', calls: 60, perSeconds: 300, per: 'ip', counts: 'calls' }],
  body: Type.Object({
    ticket: Type.String({ pattern: '^[A-Za-z0-9_.-]+$', maxLength: 2048 }),
    totp: text({ minLength: 1, maxLength: 16, description: 'six digits or a recovery code' }),
  }),
  status: 200,
  reply: LoginReply,
  errors: ['identity.expired', 'identity.notlinked', 'auth.wrong2fa', 'auth.toomanyattempts'],
})

export const listIdentities = endpoint({
  name: 'listIdentities',
  summary: 'Accounts of other services that the player has linked or can link',
  method: 'GET',
  path: '/identities',
  caller: 'player',
  status: 200,
  reply: Type.Object({
    items: Type.Array(
      Type.Object({
        ...ShownProvider.properties,
        enabled: Type.Boolean({ description: 'false: listed only because an account is linked' }),
        linked: Type.Union([LinkedIdentity, Type.Null()]),
      }),
    ),
  }),
  errors: [],
})

export const identityLinkOptions = endpoint({
  name: 'identityLinkOptions',
  summary:
    'Begin to link an account of another service: returns its URL; a cookie ties it to this session',
  method: 'POST',
  path: '/identities/:provider/options',
  caller: 'player',
  slow: true,
  reauthentication: {},
  limits: [
    { name: 'identity-link-options', calls: 30, perSeconds: 600, per: 'player', counts: 'calls' },
  ],
  params: providerParams,
  body: LinkOptionsBody,
  bodyOptional: true,
  status: 200,
  reply: AuthorizationUrl,
  errors: ['identity.providernotfound', 'identity.unavailable', 'identity.haveone'],
})

export const linkIdentity = endpoint({
  name: 'linkIdentity',
  summary: "Link the account in the provider's response; the player is mailed",
  method: 'POST',
  path: '/identities/:provider/link',
  caller: 'player',
  slow: true,
  limits: [{ name: 'identities', calls: 30, perSeconds: 600, per: 'player', counts: 'calls' }],
  params: providerParams,
  body: ProviderResponse,
  status: 200,
  reply: Type.Object({ linked: LinkedIdentity, next: NextPath }),
  errors: [...providerErrors, 'identity.taken', 'identity.haveone'],
})

export const unlinkIdentity = endpoint({
  name: 'unlinkIdentity',
  summary: 'Unlink an account of another service; the player is mailed',
  method: 'DELETE',
  path: '/identities/:provider',
  caller: 'player',
  reauthentication: {},
  params: providerParams,
  status: 204,
  reply: NoContent,
  errors: ['identity.notfound'],
})

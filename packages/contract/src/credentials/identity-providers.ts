import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, NoContent, PlainName, text } from '../shapes.ts'
import { IdentityKind, ProviderSlug } from './linked-accounts.ts'

const Issuer = text({
  maxLength: 512,
  description: 'oidc: the issuer, an https address; microsoft: a tenant, by default `common`',
})
const ClientSecret = Type.String({ pattern: '^[\\x21-\\x7e]{1,512}$' })

const changeableFields = {
  name: PlainName,
  clientId: Type.String({ pattern: '^[\\x21-\\x7e]{1,256}$' }),
  trusted: Type.Boolean({
    description: 'whether signing in with it needs no 2FA code of this site',
  }),
  enabled: Type.Boolean(),
}

/** Kind, slug and issuer cannot change, because they identify linked accounts. */
export type NewIdentityProvider = Static<typeof NewIdentityProvider>
export const NewIdentityProvider = Type.Object({
  ...changeableFields,
  slug: ProviderSlug,
  kind: IdentityKind,
  issuer: Type.Optional(Issuer),
  clientSecret: ClientSecret,
})

/** Absent fields stay unchanged. */
export type IdentityProviderChanges = Static<typeof IdentityProviderChanges>
export const IdentityProviderChanges = Type.Partial(
  Type.Object({ ...changeableFields, clientSecret: ClientSecret }),
)

/** A provider for administrators. No response contains the secret. */
export type IdentityProviderItem = Static<typeof IdentityProviderItem>
export const IdentityProviderItem = Type.Object({
  ...changeableFields,
  name: Type.String(),
  slug: ProviderSlug,
  kind: IdentityKind,
  issuer: Type.Union([Type.String(), Type.Null()], { description: 'only for oidc and microsoft' }),
  redirectUrl: Type.String({
    description: 'the address to enter at the provider, exactly as here',
  }),
  linked: Type.Integer({ description: 'how many players have linked an account there' }),
  createdAt: Instant,
})

const providerManagers = { caller: 'player', permission: 'panel.identities.manage' } as const
const params = Type.Object({ slug: Type.String() })

export const listIdentityProviders = endpoint({
  name: 'listIdentityProviders',
  summary:
    'List the services whose accounts players can link, in the order in which they were made',
  method: 'GET',
  path: '/admin/identity-providers',
  ...providerManagers,
  status: 200,
  reply: Type.Object({
    items: Type.Array(IdentityProviderItem),
    redirectBase: Type.String({
      description:
        'with the slug behind it, the address to enter at a provider before it is made here',
    }),
    secure: Type.Boolean({ description: 'whether the site has https, as most providers demand' }),
    editable: Type.Boolean({ description: 'whether the caller may make, change and remove them' }),
  }),
  errors: [],
})

export const createIdentityProvider = endpoint({
  name: 'createIdentityProvider',
  summary: 'Add a service whose accounts players can link; for superusers',
  method: 'POST',
  path: '/admin/identity-providers',
  ...providerManagers,
  reauthentication: {},
  body: NewIdentityProvider,
  status: 201,
  reply: IdentityProviderItem,
  errors: ['identity.slugtaken'],
})

export const changeIdentityProvider = endpoint({
  name: 'changeIdentityProvider',
  summary: 'Change a service whose accounts players can link; for superusers',
  method: 'PATCH',
  path: '/admin/identity-providers/:slug',
  ...providerManagers,
  reauthentication: {},
  params,
  body: IdentityProviderChanges,
  status: 200,
  reply: IdentityProviderItem,
  errors: ['identity.providernotfound'],
})

export const deleteIdentityProvider = endpoint({
  name: 'deleteIdentityProvider',
  summary: 'Remove a service and every link to an account there; for superusers',
  method: 'DELETE',
  path: '/admin/identity-providers/:slug',
  ...providerManagers,
  reauthentication: {},
  params,
  status: 204,
  reply: NoContent,
  errors: ['identity.providernotfound'],
})

export const testIdentityProvider = endpoint({
  name: 'testIdentityProvider',
  summary: 'Test whether a service responds',
  method: 'POST',
  path: '/admin/identity-providers/:slug/test',
  ...providerManagers,
  changes: false,
  slow: true,
  limits: [{ name: 'identity-tests', calls: 20, perSeconds: 600, per: 'player', counts: 'calls' }],
  params,
  status: 200,
  reply: Type.Object({
    reached: Type.Boolean(),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'why the provider was not reached, in English',
    }),
  }),
  errors: ['identity.providernotfound'],
})

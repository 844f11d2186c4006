import type { IdentityProviderItem, PlayerCard } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Provider, redirectUrlOf, toLinkedReply, toPublicProvider } from './identity.ts'
import { countIdentities, listIdentities } from './identity-store.ts'
import { findProvider, listProviders } from './provider-store.ts'

export async function listOwnIdentities({ db }: Pick<App, 'db'>, playerId: string) {
  const own = await listIdentities(db, playerId)
  const providers = await listProviders(db)
  return providers.flatMap((provider) => {
    const linked = own.find((one) => one.provider === provider.slug)
    if (!provider.enabled && !linked) return []
    const { enabled } = provider
    return [
      { ...toPublicProvider(provider), enabled, linked: linked ? toLinkedReply(linked) : null },
    ]
  })
}

export async function describeIdentities(
  { db }: Pick<App, 'db'>,
  playerId: string,
): Promise<PlayerCard['identities']> {
  const own = await listIdentities(db, playerId)
  if (own.length === 0) return []
  const providers = await listProviders(db)
  return own.flatMap((identity) => {
    const provider = providers.find(({ slug }) => slug === identity.provider)
    if (!provider) return []
    const { kind, name: providerName } = provider
    const { subject } = identity
    return [{ provider: provider.slug, kind, providerName, subject, ...toLinkedReply(identity) }]
  })
}

export async function showProviders(app: Pick<App, 'db' | 'clock' | 'config'>, by: Actor) {
  const { permissions } = await findEditor(app.db, by, app.clock.now())
  const { protocol, hostname } = new URL(app.config.publicUrl)
  return {
    items: await listProviderItems(app),
    redirectBase: redirectUrlOf(app.config, ''),
    secure: protocol === 'https:' || hostname === 'localhost',
    editable: permissions.superuser,
  }
}

export async function listProviderItems(
  app: Pick<App, 'db' | 'config'>,
): Promise<IdentityProviderItem[]> {
  const counts = await countIdentities(app.db)
  const providers = await listProviders(app.db)
  return providers.map((provider) => toItem(app, provider, counts.get(provider.slug) ?? 0))
}

export async function describeProvider(
  app: Pick<App, 'db' | 'config'>,
  provider: Provider,
): Promise<IdentityProviderItem> {
  const counts = await countIdentities(app.db)
  return toItem(app, provider, counts.get(provider.slug) ?? 0)
}

export async function requireExistingProvider(
  { db }: Pick<App, 'db'>,
  slug: string,
): Promise<Provider> {
  const provider = await findProvider(db, slug)
  if (!provider) throw new Refusal('identity.providernotfound')
  return provider
}

function toItem(
  { config }: Pick<App, 'config'>,
  { slug, kind, name, issuer, clientId, trusted, enabled, createdAt }: Provider,
  linked: number,
): IdentityProviderItem {
  return {
    slug,
    kind,
    name,
    issuer,
    clientId,
    trusted,
    enabled,
    linked,
    redirectUrl: redirectUrlOf(config, slug),
    createdAt: isoInstant(createdAt),
  }
}

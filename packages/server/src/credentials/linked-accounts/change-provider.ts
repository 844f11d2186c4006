import type { IdentityProviderChanges, NewIdentityProvider } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Generation } from '../../security/keys/key-ring.ts'
import type { Provider } from './identity.ts'
import { secretContext } from './provider-client.ts'
import {
  deleteProvider,
  findProvider,
  insertProvider,
  lockProvider,
  updateProvider,
} from './provider-store.ts'
import { parseIssuer, requireTelegramBot } from './validate-provider.ts'

/**
 * Adds a provider. Notifies superusers, because a provider can sign players in.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `identity.slugtaken`, `request.invalid`
 */
export async function createProvider(
  app: App,
  by: Actor,
  input: NewIdentityProvider,
): Promise<Provider> {
  const { slug, kind, clientId, clientSecret, trusted, enabled } = input
  const issuer = parseIssuer(kind, input.issuer)
  requireTelegramBot(kind, clientId, clientSecret)
  const provider = await change(app, by, async (work) => {
    await requireSuperuser(work)
    const secretSealed = sealSecret(work.generation, slug, clientSecret)
    const name = input.name.trim()
    const added: Provider = {
      slug,
      kind,
      name,
      issuer,
      clientId,
      secretSealed,
      trusted,
      enabled,
      createdAt: work.now,
    }
    if (!(await insertProvider(work.tx, added))) throw new Refusal('identity.slugtaken')
    work.audit('identity-provider.created', slug, { after: auditText(added) })
    await notifySuperusers(app, work, { kind: 'provider-made', targetName: name })
    return added
  })
  app.publicProviders.invalidate()
  return provider
}

/**
 * Changes a provider. Notifies superusers of a new secret, client ID or trust: a forged provider could sign in as any
 * linked player.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `identity.providernotfound`, `request.invalid`
 */
export async function changeProvider(
  app: App,
  by: Actor,
  slug: string,
  changes: IdentityProviderChanges,
): Promise<Provider> {
  const { clientSecret, ...rest } = changes
  const currentSecret = clientSecret ?? (await secretOf(app, slug))
  const provider = await change(app, by, async (work) => {
    await requireSuperuser(work)
    const old = await lockProvider(work.tx, slug)
    if (!old) throw new Refusal('identity.providernotfound')
    const name = (changes.name ?? old.name).trim()
    const isNew = clientSecret !== undefined
    const secretSealed = isNew ? sealSecret(work.generation, slug, clientSecret) : old.secretSealed
    const provider: Provider = { ...old, ...rest, name, secretSealed }
    requireTelegramBot(old.kind, provider.clientId, currentSecret)
    const [before, after] = [auditText(old), auditText(provider, isNew)]
    if (before === after) return old

    await updateProvider(work.tx, provider)
    work.audit('identity-provider.changed', slug, { before, after })
    const isSecurityRelevant =
      isNew || provider.clientId !== old.clientId || (provider.trusted && !old.trusted)
    if (isSecurityRelevant)
      await notifySuperusers(app, work, { kind: 'provider-changed', targetName: name })
    return provider
  })
  app.publicProviders.invalidate()
  return provider
}

export async function removeProvider(app: App, by: Actor, slug: string): Promise<Provider> {
  const provider = await change(app, by, async (work) => {
    await requireSuperuser(work)
    const removed = await deleteProvider(work.tx, slug)
    if (!removed) throw new Refusal('identity.providernotfound')
    work.audit('identity-provider.deleted', slug, { before: auditText(removed) })
    return removed
  })
  app.publicProviders.invalidate()
  return provider
}

function sealSecret(generation: Generation, slug: string, secret: string): string {
  return generation.seal(secretContext(slug), Buffer.from(secret))
}

async function secretOf({ db, keys }: Pick<App, 'db' | 'keys'>, slug: string): Promise<string> {
  const provider = await findProvider(db, slug)
  if (!provider) throw new Refusal('identity.providernotfound')
  return (await keys.unseal(secretContext(slug), provider.secretSealed)).toString()
}

function auditText(
  { name, kind, issuer, clientId, trusted, enabled }: Provider,
  hasNewSecret = false,
): string {
  const secret = hasNewSecret ? { clientSecret: 'replaced' } : {}
  return JSON.stringify({ name, kind, issuer, clientId, trusted, enabled, ...secret })
}

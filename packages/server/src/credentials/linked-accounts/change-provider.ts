import type { IdentityProviderChanges, NewIdentityProvider } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Generation } from '../../security/keys/key-ring.ts'
import type { Provider } from './identity.ts'
import { secretRow } from './provider-client.ts'
import {
  deleteProvider,
  findProvider,
  insertProvider,
  lockProvider,
  updateProvider,
} from './provider-store.ts'
import { readIssuer, requireBot } from './read-provider.ts'

/**
 * Adds a service whose accounts players can link. Every superuser is told: it is a door.
 *
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `identity.slugtaken`, `request.invalid`
 */
export async function createProvider(
  app: App,
  by: Actor,
  wanted: NewIdentityProvider,
): Promise<Provider> {
  const { slug, kind, clientId, clientSecret, trusted, enabled } = wanted
  const issuer = readIssuer(kind, wanted.issuer)
  requireBot(kind, clientId, clientSecret)
  const provider = await change(app, by, async (work) => {
    await requireSuperuser(work)
    const secretSealed = sealSecret(work.generation, slug, clientSecret)
    const name = wanted.name.trim()
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
    work.note('identity-provider.created', slug, { after: traceOf(added) })
    await tellSuperusers(app, work, { kind: 'provider-made', whom: name })
    return added
  })
  app.shownProviders.forget()
  return provider
}

/**
 * Changes the named fields of a service, with effect from the next request. Whoever can replace the secret of
 * some services could pretend to be anybody there, so every superuser is told of a new secret, a new id and new
 * trust.
 *
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `identity.providernotfound`,
 *   `request.invalid`
 */
export async function changeProvider(
  app: App,
  by: Actor,
  slug: string,
  changes: IdentityProviderChanges,
): Promise<Provider> {
  const { clientSecret, ...rest } = changes
  const opened = clientSecret ?? (await secretOf(app, slug))
  const provider = await change(app, by, async (work) => {
    await requireSuperuser(work)
    const old = await lockProvider(work.tx, slug)
    if (!old) throw new Refusal('identity.providernotfound')
    const name = (changes.name ?? old.name).trim()
    const isNew = clientSecret !== undefined
    const secretSealed = isNew ? sealSecret(work.generation, slug, clientSecret) : old.secretSealed
    const provider: Provider = { ...old, ...rest, name, secretSealed }
    requireBot(old.kind, provider.clientId, opened)
    const [before, after] = [traceOf(old), traceOf(provider, isNew)]
    if (before === after) return old

    await updateProvider(work.tx, provider)
    work.note('identity-provider.changed', slug, { before, after })
    const opensMore =
      isNew || provider.clientId !== old.clientId || (provider.trusted && !old.trusted)
    if (opensMore) await tellSuperusers(app, work, { kind: 'provider-changed', whom: name })
    return provider
  })
  app.shownProviders.forget()
  return provider
}

/**
 * Removes a service, and with it every link to an account there.
 *
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `identity.providernotfound`
 */
export async function removeProvider(app: App, by: Actor, slug: string): Promise<Provider> {
  const provider = await change(app, by, async (work) => {
    await requireSuperuser(work)
    const removed = await deleteProvider(work.tx, slug)
    if (!removed) throw new Refusal('identity.providernotfound')
    work.note('identity-provider.deleted', slug, { before: traceOf(removed) })
    return removed
  })
  app.shownProviders.forget()
  return provider
}

function sealSecret(generation: Generation, slug: string, secret: string): string {
  return generation.seal(secretRow(slug), Buffer.from(secret))
}

/** The stored secret, which says which of two ways a Telegram bot is spoken to. */
async function secretOf({ db, keys }: Pick<App, 'db' | 'keys'>, slug: string): Promise<string> {
  const provider = await findProvider(db, slug)
  if (!provider) throw new Refusal('identity.providernotfound')
  return (await keys.unseal(secretRow(slug), provider.secretSealed)).toString()
}

/** What the audit may say about a service: everything but its secret. */
function traceOf(
  { name, kind, issuer, clientId, trusted, enabled }: Provider,
  hasNewSecret = false,
): string {
  const secret = hasNewSecret ? { clientSecret: 'replaced' } : {}
  return JSON.stringify({ name, kind, issuer, clientId, trusted, enabled, ...secret })
}

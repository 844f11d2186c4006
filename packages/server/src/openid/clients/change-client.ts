import type { ClientChanges } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import { newToken } from '../../platform/random.ts'
import { auditTextOf, type Client, hashOfSecret, OLD_SECRET_TTL } from './client.ts'
import { findClient, lockClient, updateClient } from './client-store.ts'
import { type ClientDeps, inOrder, notifyOfChange } from './create-client.ts'
import { parseClient, requireLogoutHost } from './parse-client.ts'
import { refuseImitation } from './refuse-imitation.ts'

export async function existingClient({ db }: Pick<App, 'db'>, id: string): Promise<Client> {
  const client = await findClient(db, id)
  if (!client) throw new Refusal('openid.clientnotfound')
  return client
}

/**
 * Changes the given fields of a client, effective from its next request.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `request.invalid`, `openid.clientnotfound`,
 *   `openid.imitation`
 */
export async function changeClient(
  app: ClientDeps,
  by: Actor,
  id: string,
  changes: ClientChanges,
): Promise<Client> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const old = await lockClient(work.tx, id)
    if (!old) throw new Refusal('openid.clientnotfound')
    const client: Client = { ...old, ...parseClient(inOrder({ ...old, ...changes })) }
    if (client.backchannelLogoutUri !== old.backchannelLogoutUri)
      requireLogoutHost(client, work.settings)
    if (client.name !== old.name) refuseImitation(client.name, work.settings.siteName)
    const [before, after] = [auditTextOf(old), auditTextOf(client)]
    if (before === after) return old
    await updateClient(work.tx, client)
    work.audit('openid-client.changed', id, { before, after })
    await notifyOfChange(app, work, client)
    return client
  })
}

/**
 * Replaces the secret of a confidential client. The current secret stays valid for seven days; a secret that was
 * replaced earlier becomes invalid immediately.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `openid.clientnotfound` also for a public client
 */
export async function replaceSecret(
  app: ClientDeps,
  by: Actor,
  id: string,
): Promise<{ client: Client; secret: string }> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const old = await lockClient(work.tx, id)
    if (!old || old.public) throw new Refusal('openid.clientnotfound')
    const secret = newToken(app.random)
    const client: Client = {
      ...old,
      secretHash: hashOfSecret(secret),
      oldSecretHash: old.secretHash,
      oldSecretUntil: work.now + OLD_SECRET_TTL,
    }
    await updateClient(work.tx, client)
    work.audit('openid-client.secret', id)
    await notifyOfChange(app, work, client)
    return { client, secret }
  })
}

/**
 * Revokes a client permanently: its tokens are invalid from the next request on. The list still shows the client.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `openid.clientnotfound`
 */
export async function revokeClient(app: ClientDeps, by: Actor, id: string): Promise<Client> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const old = await lockClient(work.tx, id)
    if (!old) throw new Refusal('openid.clientnotfound')
    const client: Client = { ...old, revokedAt: work.now }
    await updateClient(work.tx, client)
    work.audit('openid-client.revoked', id, { before: auditTextOf(old) })
    await notifyOfChange(app, work, client)
    return client
  })
}

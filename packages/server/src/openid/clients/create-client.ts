import { type NewClient, OPENID_SCOPES } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { newToken, newUuid } from '../../platform/random.ts'
import { auditTextOf, type Client, hashOfSecret } from './client.ts'
import { insertClient } from './client-store.ts'
import { parseClient, requireLogoutHost } from './parse-client.ts'
import { refuseImitation } from './refuse-imitation.ts'

export type ClientDeps = ChangeDeps & Pick<App, 'config'>

/**
 * Creates a client. Returns its secret, of which only a hash is stored; null for a public client, which has none.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `request.invalid`, `openid.imitation`
 */
export async function createClient(
  app: ClientDeps,
  by: Actor,
  input: NewClient,
): Promise<{ client: Client; secret: string | null }> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const details = parseClient(inOrder(input))
    requireLogoutHost(details, work.settings)
    refuseImitation(details.name, work.settings.siteName)
    const secret = details.public ? null : newToken(app.random)
    const client: Client = {
      id: newUuid(app.random),
      ...details,
      secretHash: secret && hashOfSecret(secret),
      oldSecretHash: null,
      oldSecretUntil: null,
      author: by.actor,
      createdAt: work.now,
      revokedAt: null,
    }
    await insertClient(work.tx, client)
    work.audit('openid-client.created', client.id, { after: auditTextOf(client) })
    await notifyOfChange(app, work, client)
    return { client, secret }
  })
}

/** Notifies every superuser that a client was registered, changed or revoked. */
export async function notifyOfChange(
  app: ClientDeps,
  work: UnitOfWork<Actor>,
  { name, revokedAt }: Client,
): Promise<void> {
  const kind = revokedAt === null ? 'application-changed' : 'application-revoked'
  await notifySuperusers(app, work, { kind, targetName: name })
}

/** Sorts the scopes of a client as in the contract and removes duplicates. */
export function inOrder(client: NewClient): NewClient {
  return { ...client, scopes: OPENID_SCOPES.filter((scope) => client.scopes.includes(scope)) }
}

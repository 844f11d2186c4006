import { type NewClient, OPENID_SCOPES } from '@portal/contract'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { newToken, newUuid } from '../../platform/random.ts'
import { auditTextOf, type Client, hashOfSecret } from './client.ts'
import { insertClient } from './client-store.ts'
import { parseClient } from './parse-client.ts'
import { refuseImitation } from './refuse-imitation.ts'

/**
 * Creates a client. The secret is returned and stored nowhere; a public client has none.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `request.invalid`, `openid.imitation`
 */
export async function createClient(
  app: ChangeDeps,
  by: Actor,
  input: NewClient,
): Promise<{ client: Client; secret: string | null }> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const details = parseClient(inOrder(input))
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
    return { client, secret }
  })
}

/** Sorts scopes like the contract, without repeats. */
export function inOrder(client: NewClient): NewClient {
  return { ...client, scopes: OPENID_SCOPES.filter((scope) => client.scopes.includes(scope)) }
}

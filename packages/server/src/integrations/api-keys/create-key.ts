import type { NewApiKey } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { trustsEveryAddress } from '../../platform/network/ip-address.ts'
import { newSortableId } from '../../platform/random.ts'
import { type ApiKey, auditTextOf, hashOfSecret, newSecret } from './api-key.ts'
import { insertApiKey } from './api-key-store.ts'
import { parseKeyDetails } from './parse-key-details.ts'

/**
 * Creates a key. Returns its secret, which is stored nowhere: not in the database, the log or the audit log. Notifies
 * superusers; the mail is different if the key trusts every address.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `request.invalid`
 */
export async function createKey(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  input: NewApiKey,
): Promise<{ key: ApiKey; secret: string }> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const details = parseKeyDetails(input)
    const secret = newSecret(app.random)
    const key: ApiKey = {
      id: newSortableId(app.random, work.now),
      ...details,
      author: by.actor,
      createdAt: work.now,
      revokedAt: null,
      usedAt: null,
      usedIp: null,
      refusedAt: null,
      refusedIp: null,
    }
    await insertApiKey(work.tx, key, { hash: hashOfSecret(secret) })
    work.audit('api-key.created', key.id, { after: auditTextOf(details) })
    const kind = trustsEveryAddress(key.addresses) ? 'key-open' : 'key-made'
    await notifySuperusers(app, work, { kind, targetName: key.name })
    return { key, secret }
  })
}

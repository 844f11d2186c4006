import type { NewApiKey } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { trustsEverybody } from '../../platform/network/ip-address.ts'
import { newSortableId } from '../../platform/random.ts'
import { type ApiKey, hashOfSecret, newSecret, traceOf } from './api-key.ts'
import { insertApiKey } from './api-key-store.ts'
import { readDetails } from './read-details.ts'

/**
 * Creates a key. Its secret is returned and kept nowhere: not in the database, the log or the audit
 * trail. Every superuser is told, and of a key that trusts every address in
 * other words.
 *
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `request.invalid`
 */
export async function createKey(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  wanted: NewApiKey,
): Promise<{ key: ApiKey; secret: string }> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const details = readDetails(wanted)
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
    work.note('api-key.created', key.id, { after: traceOf(details) })
    const kind = trustsEverybody(key.addresses) ? 'key-open' : 'key-made'
    await tellSuperusers(app, work, { kind, whom: key.name })
    return { key, secret }
  })
}

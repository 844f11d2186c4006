import type { NewApiKey } from '@portal/contract'
import { requireSuperuser } from '../access/require-superuser.ts'
import { tellSuperusers } from '../access/tell-superusers.ts'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { trustsEverybody } from '../platform/address.ts'
import { newSortableId } from '../platform/random.ts'
import { type ApiKey, hashOfSecret, newSecret, traceOf } from './api-key.ts'
import { insertApiKey } from './api-key-store.ts'
import { readDetails } from './read-details.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'keys' | 'settings' | 'postman'>

/**
 * Makes a key. Its secret is in the answer and nowhere else: not in the database, log or audit.
 * Every superuser is told of one that trusts every address.
 *
 * @throws Refusal `auth.forbidden` for whoever is no superuser; `request.invalid`
 */
export async function createKey(
  app: Needs,
  wanted: NewApiKey,
  by: Actor,
): Promise<{ key: ApiKey; secret: string }> {
  await requireSuperuser(app, by)
  const details = readDetails(wanted)
  const settings = await app.settings.read()
  const generation = await app.keys.newest()
  const now = app.clock.now()
  const secret = newSecret(app.random)
  const key: ApiKey = {
    id: newSortableId(app.random, now),
    ...details,
    author: by.actor,
    createdAt: now,
    revokedAt: null,
    usedAt: null,
    usedIp: null,
    refusedAt: null,
    refusedIp: null,
  }
  await app.db.transaction().execute(async (tx) => {
    await insertApiKey(tx, key, hashOfSecret(secret))
    const entry = { action: 'api-key.created', ...by, target: key.id } as const
    await insertAudit(tx, newAudit(app, { ...entry, after: traceOf(details) }))
    const opening = { kind: 'key-open', whom: key.name } as const
    if (trustsEverybody(key.addresses)) {
      await tellSuperusers(app, tx, opening, { editor: by, generation, settings })
    }
  })
  app.postman.wake()
  return { key, secret }
}

import type { ApiKeyChanges } from '@portal/contract'
import { requireSuperuser } from '../access/require-superuser.ts'
import { tellSuperusers } from '../access/tell-superusers.ts'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { trustsEverybody } from '../platform/address.ts'
import { type ApiKey, isKeyId, traceOf } from './api-key.ts'
import { findApiKey, lockApiKey, revokeKey as revoke, updateApiKey } from './api-key-store.ts'
import { readDetails } from './read-details.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'keys' | 'settings' | 'postman'>

/** @throws Refusal `apikey.notfound` */
export async function existingKey({ db }: Pick<App, 'db'>, id: string): Promise<ApiKey> {
  const key = isKeyId(id) ? await findApiKey(db, id) : undefined
  if (!key) throw new Refusal('apikey.notfound')
  return key
}

/**
 * Changes the named fields of a key that is not revoked; it holds at the key's next request. Every
 * superuser is told of one that trusts every address from now on.
 *
 * @throws Refusal `auth.forbidden` for whoever is no superuser; `request.invalid`, `apikey.notfound`
 */
export async function changeKey(
  app: Needs,
  id: string,
  changes: ApiKeyChanges,
  by: Actor,
): Promise<ApiKey> {
  await requireSuperuser(app, by)
  await existingKey(app, id)
  const settings = await app.settings.read()
  const generation = await app.keys.newest()
  const changed = await app.db.transaction().execute(async (tx) => {
    const old = await lockApiKey(tx, id)
    if (!old) throw new Refusal('apikey.notfound')
    const { name, permissions, addresses } = { ...old, ...changes }
    const details = readDetails({ name, permissions: [...permissions], addresses: [...addresses] })
    const [before, after] = [traceOf(old), traceOf(details)]
    if (before === after) return old

    await updateApiKey(tx, id, details)
    const entry = { action: 'api-key.changed', ...by, target: id, before, after } as const
    await insertAudit(tx, newAudit(app, entry))
    const opening = { kind: 'key-open', whom: details.name } as const
    if (trustsEverybody(details.addresses.filter((one) => !old.addresses.includes(one)))) {
      await tellSuperusers(app, tx, opening, { editor: by, generation, settings })
    }
    return { ...old, ...details }
  })
  app.postman.wake()
  return changed
}

/**
 * Makes a key good for nothing, for ever, from its next request on. It stays in the list.
 *
 * @throws Refusal `auth.forbidden` for whoever is no superuser; `apikey.notfound`, also for one that
 *   was revoked before: of parallel calls one revokes it.
 */
export async function revokeKey(
  app: Pick<App, 'db' | 'clock' | 'random'>,
  id: string,
  by: Actor,
): Promise<ApiKey> {
  await requireSuperuser(app, by)
  await existingKey(app, id)
  const now = app.clock.now()
  return app.db.transaction().execute(async (tx) => {
    const key = await revoke(tx, id, now)
    if (!key) throw new Refusal('apikey.notfound')
    const entry = { action: 'api-key.revoked', ...by, target: id, before: traceOf(key) } as const
    await insertAudit(tx, newAudit(app, entry))
    return key
  })
}

import type { ApiKeyChanges } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import { trustsEverybody } from '../../platform/network/ip-address.ts'
import { isSortableId } from '../../platform/random.ts'
import { type ApiKey, traceOf } from './api-key.ts'
import { findApiKey, lockApiKey, revokeKey as revoke, updateApiKey } from './api-key-store.ts'
import { readDetails } from './read-details.ts'

/** @throws Refusal `apikey.notfound` */
export async function existingKey({ db }: Pick<App, 'db'>, id: string): Promise<ApiKey> {
  const key = isSortableId(id) ? await findApiKey(db, id) : undefined
  if (!key) throw new Refusal('apikey.notfound')
  return key
}

/**
 * Changes the named fields of a key that is not revoked, with effect from the key's next request.
 * If the key now trusts every address, every superuser is told.
 *
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `request.invalid`, `apikey.notfound`
 */
export async function changeKey(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  id: string,
  changes: ApiKeyChanges,
): Promise<ApiKey> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const old = isSortableId(id) ? await lockApiKey(work.tx, id) : undefined
    if (!old) throw new Refusal('apikey.notfound')
    const { name, permissions, addresses } = { ...old, ...changes }
    const details = readDetails({ name, permissions: [...permissions], addresses: [...addresses] })
    const [before, after] = [traceOf(old), traceOf(details)]
    if (before === after) return old

    await updateApiKey(work.tx, id, details)
    work.note('api-key.changed', id, { before, after })
    if (trustsEverybody(details.addresses.filter((one) => !old.addresses.includes(one)))) {
      await tellSuperusers(app, work, { kind: 'key-open', whom: details.name })
    }
    return { ...old, ...details }
  })
}

/**
 * Revokes a key for good, with effect from its next request. It stays in the list.
 *
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `apikey.notfound` also for a key
 *   that is already revoked, so only one of parallel calls succeeds.
 */
export async function revokeKey(app: ChangeNeeds, by: Actor, id: string): Promise<ApiKey> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const key = isSortableId(id) ? await revoke(work.tx, id, work.now) : undefined
    if (!key) throw new Refusal('apikey.notfound')
    work.note('api-key.revoked', id, { before: traceOf(key) })
    return key
  })
}

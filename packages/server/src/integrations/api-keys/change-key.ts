import type { ApiKeyChanges } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import { trustsEveryAddress } from '../../platform/network/ip-address.ts'
import { isSortableId } from '../../platform/random.ts'
import { type ApiKey, auditTextOf } from './api-key.ts'
import { findApiKey, lockApiKey, revokeKey as revoke, updateApiKey } from './api-key-store.ts'
import { parseKeyDetails } from './parse-key-details.ts'

export async function existingKey({ db }: Pick<App, 'db'>, id: string): Promise<ApiKey> {
  const key = isSortableId(id) ? await findApiKey(db, id) : undefined
  if (!key) throw new Refusal('apikey.notfound')
  return key
}

/**
 * Changes the given fields of a key that is not revoked. The change applies from the key's next request on. Notifies
 * superusers if the key now trusts every address.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `request.invalid`, `apikey.notfound`
 */
export async function changeKey(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  id: string,
  changes: ApiKeyChanges,
): Promise<ApiKey> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const old = isSortableId(id) ? await lockApiKey(work.tx, id) : undefined
    if (!old) throw new Refusal('apikey.notfound')
    const { name, permissions, addresses } = { ...old, ...changes }
    const details = parseKeyDetails({
      name,
      permissions: [...permissions],
      addresses: [...addresses],
    })
    const [before, after] = [auditTextOf(old), auditTextOf(details)]
    if (before === after) return old

    await updateApiKey(work.tx, id, details)
    work.audit('api-key.changed', id, { before, after })
    if (trustsEveryAddress(details.addresses.filter((one) => !old.addresses.includes(one)))) {
      await notifySuperusers(app, work, { kind: 'key-open', targetName: details.name })
    }
    return { ...old, ...details }
  })
}

/**
 * Revokes a key permanently, from its next request on. The key stays in the list.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser; `apikey.notfound` also if it is already revoked: of
 * concurrent calls, only one succeeds
 */
export async function revokeKey(app: ChangeDeps, by: Actor, id: string): Promise<ApiKey> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const key = isSortableId(id) ? await revoke(work.tx, id, work.now) : undefined
    if (!key) throw new Refusal('apikey.notfound')
    work.audit('api-key.revoked', id, { before: auditTextOf(key) })
    return key
  })
}

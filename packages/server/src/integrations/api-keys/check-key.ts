import type { ErrorCode, KernelPermission } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { isTrusted } from '../../platform/network/ip-address.ts'
import { type ApiKey, hashOfSecret, isSecret } from './api-key.ts'
import { findKeyByHash } from './api-key-store.ts'

/** The secret that a caller shows, where they call from, and the permission that the call needs. */
export type Asked = { secret: string; ip: string; permission: KernelPermission; now: number }

/** When refused, `key` is the key that was refused, if it is known. */
export type KeyVerdict =
  | { ok: true; key: ApiKey }
  | { ok: false; code: KeyRefusal; key: ApiKey | undefined }

export type KeyRefusal = Extract<
  ErrorCode,
  'auth.invalidkey' | 'auth.untrustedaddress' | 'auth.forbidden'
>

/**
 * Decides whether a key may be used. It must exist and not be revoked, then trust the address, then
 * have the permission (docs/contract.md#launcher-servers-area-b). The key is read each time, so
 * changes hold from the next request on in every instance.
 */
export async function checkKey(db: Db, asked: Asked): Promise<KeyVerdict> {
  const { secret, ip, permission, now } = asked
  const key = isSecret(secret) ? await findKeyByHash(db, hashOfSecret(secret), now) : undefined
  if (!key || key.revokedAt !== null) return { ok: false, code: 'auth.invalidkey', key }
  if (!isTrusted(key.addresses, ip)) return { ok: false, code: 'auth.untrustedaddress', key }
  if (!key.permissions.includes(permission)) return { ok: false, code: 'auth.forbidden', key }
  return { ok: true, key }
}

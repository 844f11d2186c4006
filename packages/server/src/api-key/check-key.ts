import type { ErrorCode, KernelPermission } from '@portal/contract'
import { isTrusted } from '../platform/address.ts'
import type { Db } from '../platform/database/database.ts'
import { type ApiKey, hashOfSecret, isSecret } from './api-key.ts'
import { findKeyByHash } from './api-key-store.ts'

/** What a caller shows who asks with a key, and what for. */
export type Asked = { secret: string; ip: string; permission: KernelPermission }

/** `key` of a refusal is the one that was refused, where it is known. */
export type KeyVerdict =
  | { ok: true; key: ApiKey }
  | { ok: false; code: KeyRefusal; key: ApiKey | undefined }

export type KeyRefusal = Extract<
  ErrorCode,
  'auth.invalidkey' | 'auth.untrustedaddress' | 'auth.forbidden'
>

/**
 * Decides whether a key may be used now, from here, for this: known and not revoked, then the
 * address, then the permission (answers, Area B). The key is read each time, so what the owner
 * changes holds at the next request in every instance.
 */
export async function checkKey(db: Db, { secret, ip, permission }: Asked): Promise<KeyVerdict> {
  const key = isSecret(secret) ? await findKeyByHash(db, hashOfSecret(secret)) : undefined
  if (!key || key.revokedAt !== null) return { ok: false, code: 'auth.invalidkey', key }
  if (!isTrusted(key.addresses, ip)) return { ok: false, code: 'auth.untrustedaddress', key }
  if (!key.permissions.includes(permission)) return { ok: false, code: 'auth.forbidden', key }
  return { ok: true, key }
}

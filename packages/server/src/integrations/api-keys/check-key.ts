import type { ErrorCode, KernelPermission } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { isTrusted } from '../../platform/network/ip-address.ts'
import { type ApiKey, hashOfSecret, isSecret } from './api-key.ts'
import { findKeyByHash } from './api-key-store.ts'

/**
 * The data for the check of a key: the secret and address of a request, and the permissions of which the key must have
 * at least one.
 */
export type KeyCheck = {
  secret: string
  ip: string
  permissions: readonly KernelPermission[]
  now: number
}

/** Whether a key is accepted. A refusal also contains the key if the secret belongs to one. */
export type KeyVerdict =
  | { ok: true; key: ApiKey }
  | { ok: false; code: KeyRefusal; key: ApiKey | undefined }

export type KeyRefusal = Extract<
  ErrorCode,
  'auth.invalidkey' | 'auth.untrustedaddress' | 'auth.forbidden'
>

/**
 * Checks that a key exists and is not revoked, that it trusts the address, and that it has a permission, in this order
 * (docs/launcher-protocols.md#launcher-servers-area-b). Reads the key each time, so that changes apply to the next
 * request on every instance.
 */
export async function checkKey(
  db: Db,
  { secret, ip, permissions, now }: KeyCheck,
): Promise<KeyVerdict> {
  const key = isSecret(secret) ? await findKeyByHash(db, hashOfSecret(secret), now) : undefined
  return verdictOn(key, { ip, permissions })
}

export function verdictOn(
  key: ApiKey | undefined,
  { ip, permissions }: Pick<KeyCheck, 'ip' | 'permissions'>,
): KeyVerdict {
  if (!key || key.revokedAt !== null) return { ok: false, code: 'auth.invalidkey', key }
  if (!isTrusted(key.addresses, ip)) return { ok: false, code: 'auth.untrustedaddress', key }
  const isPermitted = permissions.some((one) => key.permissions.includes(one))
  return isPermitted ? { ok: true, key } : { ok: false, code: 'auth.forbidden', key }
}

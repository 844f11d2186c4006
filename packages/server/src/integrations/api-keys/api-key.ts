import { hash } from 'node:crypto'
import type { KernelPermission } from '@portal/contract'
import { newToken, type Random } from '../../platform/random.ts'

export type KeyDetails = {
  name: string
  permissions: readonly KernelPermission[]
  /** Addresses and networks that may use the key, in canonical form (platform/network/ip-address.ts). */
  addresses: readonly string[]
}

/** An API key. Only the SHA-256 of its secret is stored (docs/game-servers.md#api-keys). */
export type ApiKey = KeyDetails & {
  id: string
  author: string
  createdAt: number
  revokedAt: number | null
  /** When and from where the key was last used. Uses within a minute after a recorded use are not recorded. */
  usedAt: number | null
  usedIp: string | null
  /**
   * When and from where a request with the key was last refused because of its address or because the key was revoked.
   */
  refusedAt: number | null
  refusedIp: string | null
}

/** Makes a secret of 256 bits. Its prefix lets people and leak scanners recognize it. */
export function newSecret(random: Random): string {
  return `portal_${newToken(random)}`
}

export function isSecret(text: string): boolean {
  return /^portal_[A-Za-z0-9_-]{43}$/.test(text)
}

/** Returns the hash of a secret, which is stored. Plain SHA-256 is enough for 256 random bits. */
export function hashOfSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

export function auditTextOf({ name, permissions, addresses }: KeyDetails): string {
  return JSON.stringify({ name, permissions, addresses })
}

import { hash } from 'node:crypto'
import type { KernelPermission } from '@portal/contract'
import { newToken, type Random } from '../../platform/random.ts'

/** The properties of a key that an owner chooses. */
export type KeyDetails = {
  name: string
  permissions: readonly KernelPermission[]
  /** Addresses and networks it may be used from, in their canonical form (platform/network/ip-address.ts). */
  addresses: readonly string[]
}

/** A launcher server's key. Only the SHA-256 of its secret is kept (docs/contract.md#api-keys). */
export type ApiKey = KeyDetails & {
  id: string
  /** A player's id, or `command`. */
  author: string
  createdAt: number
  revokedAt: number | null
  /** When and from where it was last used, to the minute. */
  usedAt: number | null
  usedIp: string | null
  /** When and from where it was last refused for its address, or because it is revoked. */
  refusedAt: number | null
  refusedIp: string | null
}

/** Makes a secret: 256 bits behind a word that people and scanners for leaked secrets recognise. */
export function newSecret(random: Random): string {
  return `portal_${newToken(random)}`
}

export function isSecret(text: string): boolean {
  return /^portal_[A-Za-z0-9_-]{43}$/.test(text)
}

/** Returns the stored form of a secret. SHA-256 is enough for 256 random bits. */
export function hashOfSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Describes a key for the audit trail. */
export function traceOf({ name, permissions, addresses }: KeyDetails): string {
  return JSON.stringify({ name, permissions, addresses })
}

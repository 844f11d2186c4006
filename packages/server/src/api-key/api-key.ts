import { createHash } from 'node:crypto'
import type { KernelPermission } from '@portal/contract'
import { newToken, type Random } from '../platform/random.ts'

/** What an owner decides about a key. */
export type KeyDetails = {
  name: string
  permissions: readonly KernelPermission[]
  /** Addresses and networks it may be used from, in their canonical form (platform/address.ts). */
  addresses: readonly string[]
}

/** A launcher server's right to ask. Its secret is kept nowhere (security, Secrets at rest). */
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

/** 256 bits behind a word that people, and scanners for leaked secrets, recognise. */
export function newSecret(random: Random): string {
  return `portal_${newToken(random)}`
}

export function isSecret(text: string): boolean {
  return /^portal_[A-Za-z0-9_-]{43}$/.test(text)
}

/** What a secret is known by in the database: SHA-256, which is enough for 256 bits of chance. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** What names are searched in: the same without regard to case. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

export function isKeyId(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text)
}

/** What the audit keeps of a key. */
export function traceOf({ name, permissions, addresses }: KeyDetails): string {
  return JSON.stringify({ name, permissions, addresses })
}

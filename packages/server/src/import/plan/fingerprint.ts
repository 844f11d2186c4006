import { createHash } from 'node:crypto'

/**
 * Makes the fingerprint by which a later import notices a change by the player, by an administrator, or by a sign-in,
 * which renews an old hash. A fingerprint of a stored hash reveals no more than the hash.
 */
export function fingerprintOf(stored: string | null): string {
  return createHash('sha256')
    .update(stored ?? '')
    .digest('base64url')
    .slice(0, 22)
}

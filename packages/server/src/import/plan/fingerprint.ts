import { createHash } from 'node:crypto'

/**
 * Returns a fingerprint of a stored value. With the fingerprint, a later import notices that the player or an
 * administrator has changed the value, or that a sign-in has renewed the hash. A fingerprint of a hash reveals no more
 * than the hash.
 */
export function fingerprintOf(stored: string | null): string {
  return createHash('sha256')
    .update(stored ?? '')
    .digest('base64url')
    .slice(0, 22)
}

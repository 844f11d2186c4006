import { createHash } from 'node:crypto'

/**
 * Marks what an import stored, so that the next one can tell whether it was changed since: by a player
 * who signed in (which renews an old hash) or changed it, or by the owner. A mark of a stored hash tells
 * no more than the hash itself.
 */
export function markOf(stored: string | null): string {
  return createHash('sha256')
    .update(stored ?? '')
    .digest('base64url')
    .slice(0, 22)
}

import { requireInstant } from '../../platform/text/parse-instant.ts'
import type { NewBan } from './ban-player.ts'

/**
 * Parses a ban in a request.
 * @param field the name of the field with the end, for the refusal
 * @throws Refusal `request.invalid` if the end is not an instant
 */
export function parseBan(
  body: { reason: string; expiresAt?: string | null },
  field = 'expiresAt',
): NewBan {
  return {
    reason: body.reason.trim(),
    expiresAt: requireInstant(field, body.expiresAt ?? null),
  }
}

import { requireInstant } from '../../platform/text/parse-instant.ts'
import type { NewBan } from './ban-player.ts'

/** @param field the name of the end in a refusal @throws Refusal `request.invalid` */
export function parseBan(
  body: { reason: string; expiresAt?: string | null },
  field = 'expiresAt',
): NewBan {
  return {
    reason: body.reason.trim(),
    expiresAt: requireInstant(field, body.expiresAt ?? null),
  }
}

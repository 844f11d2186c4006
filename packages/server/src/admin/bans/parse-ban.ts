import { requireInstant } from '../../platform/text/parse-instant.ts'
import type { WantedBan } from './ban-player.ts'

/** Reads a ban from the panel's request. @throws Refusal `request.invalid` naming `expiresAt` */
export function readBan(body: { reason: string; expiresAt?: string | null }): WantedBan {
  return {
    reason: body.reason.trim(),
    expiresAt: requireInstant('expiresAt', body.expiresAt ?? null),
  }
}

import { Refusal } from '../errors.ts'
import { parseInstant } from '../platform/clock.ts'
import type { WantedBan } from './ban-player.ts'

/** Reads a ban as the panel sends it. @throws Refusal `request.invalid` naming `expiresAt` */
export function readBan(body: { reason: string; expiresAt?: string | null }): WantedBan {
  return { reason: body.reason.trim(), expiresAt: readEnd(body.expiresAt ?? null) }
}

function readEnd(text: string | null): number | null {
  if (text === null) return null
  const at = parseInstant(text)
  if (at !== undefined) return at
  throw new Refusal('request.invalid', { fields: [{ field: 'expiresAt', keyword: 'pattern' }] })
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../platform/random.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'

/**
 * Makes a CSRF token, `kid.random.mac`. The HMAC covers the session, so a token that an attacker copied from another
 * session is refused.
 */
export function writeCsrfToken(generation: Generation, random: Random, sessionId: string): string {
  const nonce = random.bytes(16).toString('base64url')
  return `${generation.kid}.${nonce}.${mac(generation, nonce, sessionId).toString('base64url')}`
}

export async function isCsrfTokenOf(
  keys: KeyRing,
  sessionId: string,
  text: string,
): Promise<boolean> {
  const [kid = '', nonce = '', tag = ''] = text.split('.')
  const generation = await keys.find(kid)
  if (!generation) return false
  const given = Buffer.from(tag, 'base64url')
  const expected = mac(generation, nonce, sessionId)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export function isNewestCsrfToken(generation: Generation, text: string): boolean {
  return text.startsWith(`${generation.kid}.`)
}

function mac(generation: Generation, nonce: string, sessionId: string): Buffer {
  return createHmac('sha256', generation.derived('csrf')).update(`${nonce}.${sessionId}`).digest()
}

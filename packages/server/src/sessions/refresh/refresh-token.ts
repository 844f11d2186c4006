import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Generation, KeyRing } from '../../security/keys/key-ring.ts'

export type RefreshToken = { sessionId: string; counter: number }

/**
 * A refresh token is the base64url of a key ID (6 bytes), the session's ID (16), the counter (6, big endian) and an
 * HMAC-SHA-256 over them (32). It is not stored: a token can be made only with ENCRYPTION_KEY
 * (docs/decisions/012-tokens.md).
 */
const KID_BYTES = 6
const SESSION_BYTES = 16
const COUNTER_BYTES = 6
const SIGNED_BYTES = KID_BYTES + SESSION_BYTES + COUNTER_BYTES
const MAC_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{80}$/

export function writeRefreshToken(generation: Generation, token: RefreshToken): string {
  const bytes = Buffer.alloc(SIGNED_BYTES + MAC_BYTES)
  bytes.write(generation.kid, 0, KID_BYTES, 'base64url')
  bytes.write(token.sessionId, KID_BYTES, SESSION_BYTES, 'base64url')
  bytes.writeUIntBE(token.counter, KID_BYTES + SESSION_BYTES, COUNTER_BYTES)
  mac(generation, bytes).copy(bytes, SIGNED_BYTES)
  return bytes.toString('base64url')
}

export async function readRefreshToken(
  keys: KeyRing,
  text: string,
): Promise<RefreshToken | undefined> {
  if (!TOKEN_PATTERN.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const generation = await keys.find(bytes.toString('base64url', 0, KID_BYTES))
  if (!generation || !timingSafeEqual(mac(generation, bytes), bytes.subarray(SIGNED_BYTES))) {
    return undefined
  }
  return {
    sessionId: bytes.toString('base64url', KID_BYTES, KID_BYTES + SESSION_BYTES),
    counter: bytes.readUIntBE(KID_BYTES + SESSION_BYTES, COUNTER_BYTES),
  }
}

function mac(generation: Generation, token: Buffer): Buffer {
  return createHmac('sha256', generation.derived('refresh-token'))
    .update(token.subarray(0, SIGNED_BYTES))
    .digest()
}

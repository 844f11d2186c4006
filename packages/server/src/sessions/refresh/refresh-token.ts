import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Generation, KeyRing } from '../../security/keys/key-ring.ts'

/** The content of a refresh token: its session, and how often that session's token was replaced. */
export type RefreshToken = { sessionId: string; counter: number }

/*
 * A token is the base64url of a key id (6 bytes), session id (16), counter (6, big endian) and the
 * HMAC-SHA-256 (32) of all these. It is not stored: nobody can make one without ENCRYPTION_KEY, and
 * the row of the session has the present counter (docs/decisions/012-tokens.md).
 */
const KID = 6
const SESSION = 16
const COUNTER = 6
const SIGNED = KID + SESSION + COUNTER
const MAC = 32
const TEXT = /^[A-Za-z0-9_-]{80}$/

export function writeRefreshToken(generation: Generation, token: RefreshToken): string {
  const bytes = Buffer.alloc(SIGNED + MAC)
  bytes.write(generation.kid, 0, KID, 'base64url')
  bytes.write(token.sessionId, KID, SESSION, 'base64url')
  bytes.writeUIntBE(token.counter, KID + SESSION, COUNTER)
  mac(generation, bytes).copy(bytes, SIGNED)
  return bytes.toString('base64url')
}

/** Reads a token that this site wrote, also when it was replaced or its session is over. */
export async function readRefreshToken(
  keys: KeyRing,
  text: string,
): Promise<RefreshToken | undefined> {
  if (!TEXT.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const generation = await keys.find(bytes.toString('base64url', 0, KID))
  if (!generation || !timingSafeEqual(mac(generation, bytes), bytes.subarray(SIGNED))) {
    return undefined
  }
  return {
    sessionId: bytes.toString('base64url', KID, KID + SESSION),
    counter: bytes.readUIntBE(KID + SESSION, COUNTER),
  }
}

function mac(generation: Generation, token: Buffer): Buffer {
  return createHmac('sha256', generation.derived('refresh-token'))
    .update(token.subarray(0, SIGNED))
    .digest()
}

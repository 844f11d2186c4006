import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import type { Generation, KeyRing } from '../../security/keys/key-ring.ts'

export type CodePurpose = 'activation' | 'address'

/** How long a code is valid, and how often it may be entered (docs/contract.md#registration-and-confirmation). */
export const CODE_TTL = 60 * MINUTE
export const MAX_CODE_ATTEMPTS = 10

/** Makes a six-digit code. With 48 random bits the modulo bias is negligible. */
export function newEmailCode(random: Random): string {
  return String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

type Keys = Pick<Generation, 'kid' | 'derived'>

export type CodeOwner = { playerId: string; purpose: CodePurpose; address: string }

/**
 * Returns the stored form of a code, `kid.mac`. A thief of the database cannot find the code by trying all codes,
 * because the HMAC needs ENCRYPTION_KEY.
 */
export function codeMac(generation: Keys, owner: CodeOwner, code: string): string {
  return `${generation.kid}.${mac(generation, owner, code).toString('base64url')}`
}

export async function isCodeOf(
  keys: KeyRing,
  owner: CodeOwner,
  stored: string,
  code: string,
): Promise<boolean> {
  const [kid = '', tag = ''] = stored.split('.')
  const generation = await keys.find(kid)
  if (!generation) return false
  const expected = Buffer.from(tag, 'base64url')
  const given = mac(generation, owner, code)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function mac(generation: Keys, owner: CodeOwner, code: string): Buffer {
  const { playerId, purpose, address } = owner
  return createHmac('sha256', generation.derived('email-code'))
    .update(JSON.stringify([playerId, purpose, address, code]))
    .digest()
}

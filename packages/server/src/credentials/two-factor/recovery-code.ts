import { createHmac } from 'node:crypto'
import type { Random } from '../../platform/random.ts'
import type { KeyRing } from '../../security/keys/key-ring.ts'

export const CODES_PER_SET = 10

const LENGTH = 10
/** The digits of Crockford's base32, without I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newRecoveryCodes(random: Random): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES_PER_SET) codes.add(newCode(random))
  return [...codes]
}

function newCode(random: Random): string {
  return [...random.bytes(LENGTH)].map((byte) => DIGITS.charAt(byte % DIGITS.length)).join('')
}

export function writeRecoveryCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** Reads a recovery code in any notation, with O as 0, and I and L as 1. Returns undefined for any other text. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return code.length === LENGTH && [...code].every((digit) => DIGITS.includes(digit))
    ? code
    : undefined
}

/**
 * Returns the stored HMAC of a recovery code. The HMAC's key stays the same as long as ENCRYPTION_KEY, because the HMAC
 * cannot be computed again with another key.
 */
export function recoveryCodeHash(keys: KeyRing, playerId: string, code: string): string {
  return createHmac('sha256', keys.persistentKey('recovery-code'))
    .update(`${playerId}:${code}`)
    .digest('base64url')
}

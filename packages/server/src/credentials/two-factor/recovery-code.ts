import { createHmac } from 'node:crypto'
import type { Random } from '../../platform/random.ts'
import type { KeyRing } from '../../security/keys/key-ring.ts'

/** How many codes a set has. */
export const CODES_IN_A_SET = 10

const LENGTH = 10
/** Crockford's base32, which has no I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes a set of codes that differ, of 50 random bits each. */
export function newRecoveryCodes(random: Random): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES_IN_A_SET) codes.add(newCode(random))
  return [...codes]
}

function newCode(random: Random): string {
  return [...random.bytes(LENGTH)].map((byte) => DIGITS.charAt(byte % DIGITS.length)).join('')
}

/** Writes a code as players see it: in two halves. */
export function writeRecoveryCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/**
 * Reads what a player typed, in any letter case, with or without dashes and spaces, and with O for 0 and I or
 * L for 1; undefined for what is no recovery code, such as six digits.
 */
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
 * Returns what is kept of a player's code. Its key lasts as long as ENCRYPTION_KEY, because a code that is
 * known only by its HMAC cannot be brought to another key.
 */
export function markOf(keys: KeyRing, playerId: string, code: string): string {
  return createHmac('sha256', keys.lasting('recovery-code'))
    .update(`${playerId}:${code}`)
    .digest('base64url')
}

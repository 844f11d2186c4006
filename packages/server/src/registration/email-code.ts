import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '../platform/clock.ts'
import type { Generation, KeyRing } from '../platform/keys/key-ring.ts'
import type { Random } from '../platform/random.ts'

/** What a code proves: the address given at registration, or a new one. */
export type CodePurpose = 'activation' | 'address'

/** How long a code counts, and how many wrong tries it survives (answers, verify). */
export const CODE_TTL = 60 * MINUTE
export const CODE_TRIES = 10

/** Six digits, every number as likely as the next (48 random bits leave no bias worth the name). */
export function newEmailCode(random: Random): string {
  return String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

type Keys = Pick<Generation, 'kid' | 'derived'>

/** Whose code it is and what it proves: a code of one purpose or player is none of another's. */
export type CodeOwner = { playerId: string; purpose: CodePurpose; address: string }

/** The stored form, `kid.mac`: without ENCRYPTION_KEY a million tries would not find the code. */
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

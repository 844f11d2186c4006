import { createHmac } from 'node:crypto'
import type { LauncherPassword as LauncherPasswordReply } from '@portal/contract'
import type { App } from '../../app.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'

export type LauncherPassword = {
  id: string
  playerId: string
  name: string
  createdAt: number
  lastUsedAt: number | null
}

/** 32 characters that do not look alike. A password has 20 of them, which are 100 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'
const LENGTH = 20

export function newLauncherPassword(random: Random): string {
  return Array.from(random.bytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(
    '',
  )
}

export function looksLikeLauncherPassword(typed: string): boolean {
  return typed.length === LENGTH && Array.from(typed).every((letter) => ALPHABET.includes(letter))
}

/**
 * Returns the keyed hash of a launcher password, which is stored. A thief of the database cannot test guesses, because
 * the key is not in the database.
 */
export function fingerprintOf(
  { keys }: Pick<App, 'keys'>,
  playerId: string,
  password: string,
): string {
  const mac = createHmac('sha256', keys.persistentKey('launcher-password'))
  return mac.update(`${playerId}:${password}`).digest('base64url')
}

export function toLauncherPasswordReply({
  id,
  name,
  createdAt,
  lastUsedAt,
}: LauncherPassword): LauncherPasswordReply {
  return { id, name, createdAt: isoInstant(createdAt), lastUsedAt: isoOrNull(lastUsedAt) }
}

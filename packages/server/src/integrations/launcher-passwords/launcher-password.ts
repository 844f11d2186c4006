import { createHmac } from 'node:crypto'
import type { LauncherPassword as LauncherPasswordReply } from '@portal/contract'
import type { App } from '../../app.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'

/** A password that a player made for a launcher, without the password itself. */
export type LauncherPassword = {
  id: string
  playerId: string
  name: string
  createdAt: number
  lastUsedAt: number | null
}

/** Thirty-two characters, none of which is taken for another: twenty of them are 100 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'
const LENGTH = 20

export function newLauncherPassword(random: Random): string {
  return Array.from(random.bytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(
    '',
  )
}

/** Whether something that was typed looks like a launcher password; whose it is does not matter here. */
export function looksLikeLauncherPassword(typed: string): boolean {
  return typed.length === LENGTH && Array.from(typed).every((letter) => ALPHABET.includes(letter))
}

/** Returns what is kept of a launcher password: whoever has only the database cannot try any against it. */
export function markOf({ keys }: Pick<App, 'keys'>, playerId: string, password: string): string {
  const mac = createHmac('sha256', keys.lasting('launcher-password'))
  return mac.update(`${playerId}:${password}`).digest('base64url')
}

/** Describes a launcher password to its player (docs/contract.md#yggdrasil). */
export function toLauncherPasswordReply({
  id,
  name,
  createdAt,
  lastUsedAt,
}: LauncherPassword): LauncherPasswordReply {
  return { id, name, createdAt: isoInstant(createdAt), lastUsedAt: isoOrNull(lastUsedAt) }
}

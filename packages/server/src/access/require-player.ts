import { Refusal } from '../errors.ts'
import type { Db } from '../platform/database/database.ts'
import type { Player } from '../player/player.ts'
import { findPlayer, findPlayerByUsername } from '../player/player-store.ts'

/**
 * Finds a player by uuid, with or without dashes, or by username, in any letter case.
 *
 * @throws Refusal `player.notfound`
 */
export async function requirePlayer(db: Db, nameOrUuid: string): Promise<Player> {
  const player = await findNamed(db, nameOrUuid)
  if (!player) throw new Refusal('player.notfound')
  return player
}

async function findNamed(db: Db, text: string): Promise<Player | undefined> {
  const digits = text.toLowerCase().replaceAll('-', '')
  const uuid = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits)
  if (uuid && /^[0-9a-f]+$/.test(digits)) return findPlayer(db, uuid.slice(1).join('-'))
  return /^\w+$/.test(text) ? findPlayerByUsername(db, text) : undefined
}

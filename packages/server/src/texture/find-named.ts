import type { Db } from '../platform/database/database.ts'
import type { Player } from '../player/player.ts'
import { readPlayerId } from '../player/player-id.ts'
import { findPlayer, findPlayerByUsername } from '../player/player-store.ts'

/** Finds the player that a path names: by name in any case, or by uuid with or without dashes. */
export async function findNamed(db: Db, named: string): Promise<Player | undefined> {
  const id = readPlayerId(named)
  if (id !== undefined) return findPlayer(db, id)
  return named.includes('\u0000') ? undefined : findPlayerByUsername(db, named)
}

import type { Db } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from './player.ts'
import { readPlayerId } from './player-id.ts'
import { findPlayer, findPlayerByUsername } from './player-store.ts'

/** The player whom an address or a page names: by uuid, dashed or not, or by username, in any case. */
export async function findNamed(db: Db, named: string): Promise<Player | undefined> {
  const id = readPlayerId(named)
  if (id !== undefined) return findPlayer(db, id)
  return named.includes('\u0000') ? undefined : findPlayerByUsername(db, named) // no text of a database
}

/** The same. @throws Refusal `player.notfound` */
export async function requirePlayer(db: Db, named: string): Promise<Player> {
  const player = await findNamed(db, named)
  if (!player) throw new Refusal('player.notfound')
  return player
}

/** The player who asks. @throws Refusal `auth.unauthorized` when there is no such player any more */
export async function requireOwnPlayer(db: Db, id: string): Promise<Player> {
  const player = await findPlayer(db, id)
  if (!player) throw new Refusal('auth.unauthorized')
  return player
}

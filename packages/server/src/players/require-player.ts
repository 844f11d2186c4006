import type { Db } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from './player.ts'
import { readPlayerId } from './player-id.ts'
import { findPlayer, findPlayerByUsername } from './player-store.ts'

/** Finds the player whom a path parameter names: by UUID, with or without dashes, or by name in any case. */
export async function findPlayerByIdParam(db: Db, named: string): Promise<Player | undefined> {
  const id = readPlayerId(named)
  if (id !== undefined) return findPlayer(db, id)
  return named.includes('\u0000') ? undefined : findPlayerByUsername(db, named) // PostgreSQL accepts no NUL in a text
}

export async function requirePlayer(db: Db, named: string): Promise<Player> {
  const player = await findPlayerByIdParam(db, named)
  if (!player) throw new Refusal('player.notfound')
  return player
}

export async function requireOwnPlayer(db: Db, id: string): Promise<Player> {
  const player = await findPlayer(db, id)
  if (!player) throw new Refusal('auth.unauthorized')
  return player
}

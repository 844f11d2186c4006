import { Refusal } from '../errors.ts'
import type { Db } from '../platform/database/database.ts'
import { takenColumn } from '../platform/database/database-failure.ts'
import { findPlayerIdByUsername } from '../player/player-store.ts'

/**
 * The refusal for a name or address that the database's unique columns found taken. Where both are,
 * it is the name's, whichever column the database happened to look at first.
 */
export async function refusalOfTaken(
  db: Db,
  error: unknown,
  username: string,
): Promise<Refusal | undefined> {
  const column = takenColumn(error)
  if (column === undefined) return undefined
  const nameTaken =
    column === 'player.username_key' || (await findPlayerIdByUsername(db, username)) !== undefined
  return new Refusal(nameTaken ? 'auth.usernametaken' : 'auth.emailtaken')
}

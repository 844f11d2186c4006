import { Refusal } from '../errors.ts'
import type { Db } from '../platform/database/database.ts'
import { takenColumn } from '../platform/database/database-failure.ts'
import { findPlayerIdByUsername } from './player-store.ts'

/**
 * Throws why an account could not be written: its name or its address is taken, as the database's
 * unique columns found, or else the error itself.
 *
 * @param username a new account's. Where both are taken its name is refused, whichever column the
 *   database happened to look at first.
 * @throws Refusal `auth.usernametaken`, `auth.emailtaken`
 */
export async function refuseTaken(db: Db, error: unknown, username?: string): Promise<never> {
  const column = takenColumn(error)
  if (column !== 'player.username_key' && column !== 'player.email_key') throw error
  const isNameTaken =
    column === 'player.username_key' ||
    (username !== undefined && (await findPlayerIdByUsername(db, username)) !== undefined)
  throw new Refusal(isNameTaken ? 'auth.usernametaken' : 'auth.emailtaken')
}

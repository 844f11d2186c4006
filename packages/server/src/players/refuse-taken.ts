import type { Db } from '../database/database.ts'
import { violatedUniqueColumn } from '../database/database-failure.ts'
import { Refusal } from '../platform/errors.ts'
import { NameReservedError } from './name-store.ts'
import { findPlayerIdByUsername } from './player-store.ts'

/**
 * Converts the violation of a unique column into a refusal. If both name and address are taken, the name is refused,
 * whichever the database checked first.
 * @throws Refusal `auth.usernametaken`, `auth.emailtaken`; any other error unchanged
 */
export async function refuseTaken(db: Db, error: unknown, username?: string): Promise<never> {
  if (error instanceof NameReservedError) throw new Refusal('auth.usernametaken')
  const column = violatedUniqueColumn(error)
  if (column !== 'player.username_key' && column !== 'player.email_key') throw error
  const isNameTaken =
    column === 'player.username_key' ||
    (username !== undefined && (await findPlayerIdByUsername(db, username)) !== undefined)
  throw new Refusal(isNameTaken ? 'auth.usernametaken' : 'auth.emailtaken')
}

/**
 * Returns the refusal `name.kept`, which administrators get for a reserved name; any other error unchanged. With the
 * code for a taken name, administrators would search in vain for a player with the name.
 */
export function refuseReservedName(error: unknown): unknown {
  return error instanceof NameReservedError ? new Refusal('name.kept') : error
}

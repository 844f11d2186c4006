import type { Db } from '../database/database.ts'
import { takenColumn } from '../database/database-failure.ts'
import { Refusal } from '../platform/errors.ts'
import { NameIsKept } from './name-store.ts'
import { findPlayerIdByUsername } from './player-store.ts'

/**
 * Turns the error of writing an account into a refusal when a unique column says that the name or the
 * address is taken, or when the name is kept for somebody else; throws any other error again.
 *
 * @param username that of a new account. When name and address are both taken, the name is refused,
 *   whichever column the database checked first.
 * @throws Refusal `auth.usernametaken`, `auth.emailtaken`
 */
export async function refuseTaken(db: Db, error: unknown, username?: string): Promise<never> {
  if (error instanceof NameIsKept) throw new Refusal('auth.usernametaken')
  const column = takenColumn(error)
  if (column !== 'player.username_key' && column !== 'player.email_key') throw error
  const isNameTaken =
    column === 'player.username_key' ||
    (username !== undefined && (await findPlayerIdByUsername(db, username)) !== undefined)
  throw new Refusal(isNameTaken ? 'auth.usernametaken' : 'auth.emailtaken')
}

/**
 * Turns the error of a kept name into a refusal that says so, for administrators: they find nobody of that name.
 * Returns any other error as it is.
 */
export function tellKeptName(error: unknown): unknown {
  return error instanceof NameIsKept ? new Refusal('name.kept') : error
}

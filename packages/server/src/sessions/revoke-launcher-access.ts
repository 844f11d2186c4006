import type { Work } from '../audit/change.ts'
import { deleteGames, deleteLauncherPasswords } from './launcher-access-store.ts'

/**
 * Revokes every launcher password of a player whose row is locked, and ends every game session: in the
 * transaction that gives them a new password, or in which staff do so.
 *
 * @returns the names of the passwords, and how many games there were.
 */
export async function revokeLauncherAccess(
  { tx, note }: Work,
  playerId: string,
): Promise<{ passwords: string[]; games: number }> {
  const passwords = await deleteLauncherPasswords(tx, playerId)
  const games = await deleteGames(tx, playerId)
  for (const name of passwords) note('launcher-password.revoked', playerId, { before: name })
  return { passwords, games }
}

import type { Work } from '../change/change.ts'
import { deleteGames, deleteLauncherPasswords } from './launcher-access-store.ts'

/**
 * Revokes every launcher password of a player whose row is locked, and ends every game session: in the
 * transaction that gives them a new password.
 */
export async function revokeLauncherAccess({ tx, note }: Work, playerId: string): Promise<void> {
  const names = await deleteLauncherPasswords(tx, playerId)
  await deleteGames(tx, playerId)
  for (const name of names) note('launcher-password.revoked', playerId, { before: name })
}

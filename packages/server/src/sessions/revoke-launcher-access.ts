import type { UnitOfWork } from '../audit/change.ts'
import { emitClosed } from './emit-closed.ts'
import { deleteGameSessions, deleteLauncherPasswords } from './launcher-access-store.ts'

/**
 * Deletes the launcher passwords and game sessions of a player. The caller has locked the player's row.
 * @returns the names of the passwords, and how many game sessions there were
 */
export async function revokeLauncherAccess(
  work: UnitOfWork,
  playerId: string,
): Promise<{ passwords: string[]; games: number }> {
  const { tx, audit } = work
  const passwords = await deleteLauncherPasswords(tx, playerId)
  const closed = await deleteGameSessions(tx, playerId)
  emitClosed(work, closed)
  for (const name of passwords) audit('launcher-password.revoked', playerId, { before: name })
  return { passwords, games: closed.length }
}

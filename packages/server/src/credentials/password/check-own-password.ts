import type { App } from '../../app.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'

/**
 * Checks the current password of a signed-in player.
 * @returns the player
 * @throws Refusal `password.wrong`, `auth.unauthorized`, `overloaded`
 */
export async function checkOwnPassword(
  app: Pick<App, 'db' | 'passwords'>,
  playerId: string,
  password: string,
): Promise<Player> {
  const player = await requireOwnPlayer(app.db, playerId)
  const matches = await app.passwords.verify(player.passwordHash, password)
  if (!matches) throw new Refusal('password.wrong')
  return player
}

/**
 * Locks the player and checks that the password has not changed since it was verified. Must be the first statement of
 * the transaction.
 * @throws Refusal `password.wrong`
 */
export async function requireSamePassword(tx: Db, checked: Player): Promise<void> {
  const player = await lockPlayer(tx, checked.id)
  if (player?.passwordHash !== checked.passwordHash) throw new Refusal('password.wrong')
}

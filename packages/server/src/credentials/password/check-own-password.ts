import type { App } from '../../app.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'

/**
 * Checks the signed-in player's own password, and returns the player.
 *
 * @throws Refusal `password.wrong`, `auth.unauthorized`, `overloaded`
 */
export async function checkOwnPassword(
  app: Pick<App, 'db' | 'passwords'>,
  playerId: string,
  password: string,
): Promise<Player> {
  const player = await requireOwnPlayer(app.db, playerId)
  const fits = await app.passwords.verify(player.passwordHash, password)
  if (!fits) throw new Refusal('password.wrong')
  return player
}

/**
 * Makes sure that the password is still the one that was checked, and locks the player so that
 * nobody changes it before the transaction ends. It is called first in the transaction that the
 * password was asked for.
 *
 * @throws Refusal `password.wrong`
 */
export async function requireSamePassword(tx: Db, checked: Player): Promise<void> {
  const player = await lockPlayer(tx, checked.id)
  if (player?.passwordHash !== checked.passwordHash) throw new Refusal('password.wrong')
}

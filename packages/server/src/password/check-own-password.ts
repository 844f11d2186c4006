import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import type { Db } from '../platform/database/database.ts'
import type { Player } from '../player/player.ts'
import { findPlayer, lockPlayer } from '../player/player-store.ts'

/**
 * The signed-in player, who proved that he knows his password.
 *
 * @throws Refusal `password.wrong`, `auth.unauthorized`, `overloaded`
 */
export async function checkOwnPassword(
  app: Pick<App, 'db' | 'passwords'>,
  playerId: string,
  password: string,
): Promise<Player> {
  const player = await findPlayer(app.db, playerId)
  if (!player) throw new Refusal('auth.unauthorized')
  const fits = await app.passwords.verify(player.passwordHash, password)
  if (!fits) throw new Refusal('password.wrong')
  return player
}

/**
 * At the start of the transaction that the password was asked for: it still is the one that was
 * checked, and nobody changes it until the end. So nothing is done with a password of before.
 *
 * @throws Refusal `password.wrong`
 */
export async function requireSamePassword(tx: Db, checked: Player): Promise<void> {
  const player = await lockPlayer(tx, checked.id)
  if (player?.passwordHash !== checked.passwordHash) throw new Refusal('password.wrong')
}

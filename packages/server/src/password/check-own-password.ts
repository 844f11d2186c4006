import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import type { Player } from '../player/player.ts'
import { findPlayer } from '../player/player-store.ts'

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

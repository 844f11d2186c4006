import type { App } from '../app.ts'
import type { Player } from '../player/player.ts'
import { findPlayerByLogin } from '../player/player-store.ts'
import { CommandRefused } from './output.ts'

/** @throws CommandRefused when nobody has that name or address. */
export async function existingPlayer(app: Pick<App, 'db'>, login: string): Promise<Player> {
  const player = await findPlayerByLogin(app.db, login)
  if (!player) throw new CommandRefused(`there is no player ${login}`)
  return player
}

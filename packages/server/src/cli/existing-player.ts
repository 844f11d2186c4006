import type { Command } from 'commander'
import type { App } from '../app.ts'
import type { Player } from '../players/player.ts'
import { findPlayerByLogin } from '../players/player-store.ts'
import { CommandRefused } from './failure.ts'
import { command, print, withApp } from './output.ts'

/**
 * Finds a player by name or address.
 * @throws CommandRefused if there is none
 */
export async function existingPlayer(app: Pick<App, 'db'>, login: string): Promise<Player> {
  const player = await findPlayerByLogin(app.db, login)
  if (!player) throw new CommandRefused(`there is no player ${login}`)
  return player
}

export function playerAction(
  name: string,
  description: string,
  run: (app: App, player: Player) => Promise<unknown>,
): Command {
  return command(`player ${name}`)
    .description(description)
    .argument('<username>')
    .action((username: string, options: { json?: boolean }) =>
      withApp(async (app) => {
        const player = await existingPlayer(app, username)
        await run(app, player)
        print({ username: player.username, done: name }, options)
      }),
    )
}

import type { Command } from 'commander'
import { deletePlayer } from '../account/deletion/delete-player.ts'
import { cancelDeletion } from '../account/deletion/schedule-deletion.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { reasonOf } from './ban.ts'
import { existingPlayer, playerAction } from './existing-player.ts'
import { CommandRefused } from './failure.ts'
import { command, print, withApp } from './output.ts'

export function deletePlayerCommands(): Command[] {
  return [
    command('player delete')
      .description('delete an account immediately and permanently; only its uuid is kept')
      .argument('<username>')
      .requiredOption('--reason <text>', 'the reason, which the player is told')
      .action((username: string, options: { reason: string; json?: boolean }) =>
        deleteOne(username, options),
      ),

    playerAction('keep', 'cancel the deletion that a player asked for', async (app, player) => {
      if (player.deletesAt === null) {
        throw new CommandRefused(`${player.username} is not to be deleted`)
      }
      await cancelDeletion(app, COMMAND_LINE, player.id)
    }),
  ]
}

async function deleteOne(
  login: string,
  options: { reason: string; json?: boolean },
): Promise<void> {
  const reason = reasonOf(options.reason)
  await withApp(async (app) => {
    const { id: uuid, username } = await existingPlayer(app, login)
    await deletePlayer(app, COMMAND_LINE, uuid, { username, reason })
    print({ uuid, username, done: 'delete' }, options)
  })
}

import { Email, Username } from '@portal/contract'
import type { Command } from 'commander'
import { Check } from 'typebox/value'
import { editPlayer } from '../admin/players/edit-player.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { findPlayer } from '../players/player-store.ts'
import { closePlayerSessions } from '../sessions/close-sessions.ts'
import { existingPlayer, playerAction } from './existing-player.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type EditOptions = {
  username?: string
  email?: string | false
  superuser?: boolean
  json?: boolean
}

export function editPlayerCommands(): Command[] {
  return [
    command('player edit')
      .description('change the given fields of an account')
      .argument('<username>')
      .option('--username <name>', 'the new username')
      .option('--email <address>', 'the new address; the old one is notified')
      .option('--no-email', 'remove the address; it is notified')
      .option('--superuser', 'make the player a superuser')
      .option('--no-superuser', 'remove the superuser status')
      .action((username: string, options: EditOptions) => edit(username, options)),

    playerAction('close-sessions', "close all of a player's sessions", (app, player) =>
      closePlayerSessions(app, COMMAND_LINE, player),
    ),
  ]
}

async function edit(login: string, { json, email: given, ...rest }: EditOptions): Promise<void> {
  const { username } = rest
  const email = given === false ? null : given
  if (username !== undefined && !Check(Username, username)) {
    throw new WrongUsage('a username is 3 to 16 Latin letters, digits or underscores')
  }
  if (typeof email === 'string' && !Check(Email, email)) {
    throw new WrongUsage(`not an e-mail address: ${email}`)
  }
  await withApp(async (app) => {
    const { id } = await existingPlayer(app, login)
    await editPlayer(app, COMMAND_LINE, id, { ...rest, email })
    const player = await findPlayer(app.db, id)
    const is = {
      uuid: id,
      username: player?.username,
      email: player?.email,
      superuser: player?.superuserAt != null,
    }
    print(is, json ? { json } : {})
  })
}

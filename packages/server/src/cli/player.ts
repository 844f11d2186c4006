import { Email, Username } from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import { activatePlayer } from '../account/registration/activate-player.ts'
import { createPlayer } from '../account/registration/create-player.ts'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { removePasskeys } from '../credentials/passkeys/change-passkey.ts'
import { makePassword } from '../credentials/password/make-password.ts'
import { isAnythingRemoved } from '../credentials/password/remove-access.ts'
import { requirePasswordChange } from '../credentials/password/require-password-change.ts'
import { setPassword } from '../credentials/password/set-password.ts'
import { removeTwoFactor } from '../credentials/two-factor/remove-two-factor.ts'
import { describeUser } from '../profiles/describe-player.ts'
import { existingPlayer, playerAction } from './existing-player.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, readPassword, withApp } from './output.ts'

type CreateOptions = {
  passwordStdin?: boolean
  superuser?: boolean
  activated?: boolean
  json?: boolean
}

export function playerCommands(): Command[] {
  return [
    new Command('player').description('create and change players'),

    command('player create')
      .description('create an account')
      .argument('<username>')
      .argument('[email]', 'optional: without it the player signs in by name only')
      .option('--password-stdin', 'read the password from standard input')
      .option('--superuser', 'make the player a superuser')
      .option('--activated', 'skip the confirmation of the address')
      .action((username: string, email: string | undefined, options: CreateOptions) =>
        withApp((app) => create(app, { username, email: email ?? null }, options)),
      ),

    command('player show')
      .description('show an account')
      .argument('<username>')
      .action((username: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const player = await existingPlayer(app, username)
          print(
            { ...(await describeUser(app, player)), superuser: player.superuserAt !== null },
            options,
          )
        }),
      ),

    command('player set-password')
      .description("set a player's password, close their sessions and remove other sign-in methods")
      .argument('<username>')
      .option('--password-stdin', 'read the password from standard input')
      .action((username: string, options: { passwordStdin?: boolean; json?: boolean }) =>
        withApp(async (app) => {
          const player = await existingPlayer(app, username)
          const password = options.passwordStdin
            ? await readPassword()
            : await makePassword(app, player)
          const removed = await setPassword(app, COMMAND_LINE, player, password)
          const made = options.passwordStdin ? {} : { password }
          const besides = isAnythingRemoved(removed) ? { removed } : {}
          print({ username: player.username, ...made, ...besides }, options)
        }),
      ),

    playerAction('activate', "confirm a player's address", (app, { id }) =>
      activatePlayer(app, COMMAND_LINE, id),
    ),

    playerAction('2fa-off', "turn off a player's second factor", async (app, player) => {
      const removed = await removeTwoFactor(app, COMMAND_LINE, player)
      if (!removed) throw new CommandRefused(`${player.username} has no 2FA`)
    }),

    playerAction('passkeys-off', "remove all of a player's passkeys", async (app, player) => {
      const removed = await removePasskeys(app, COMMAND_LINE, player)
      if (removed === 0) throw new CommandRefused(`${player.username} has no passkeys`)
    }),

    playerAction(
      'require-password-change',
      'make the player change their password before they can do anything else',
      (app, player) => requirePasswordChange(app, COMMAND_LINE, player.id),
    ),
  ]
}

async function create(
  app: App,
  wanted: { username: string; email: string | null },
  options: CreateOptions,
): Promise<void> {
  if (!Check(Username, wanted.username)) {
    throw new WrongUsage('a username is 3 to 16 Latin letters, digits or underscores')
  }
  if (wanted.email !== null && !Check(Email, wanted.email)) {
    throw new WrongUsage(`not an e-mail address: ${wanted.email}`)
  }
  const password = options.passwordStdin ? await readPassword() : await makePassword(app, wanted)
  const { id: uuid, ...player } = await createPlayer(app, {
    ...wanted,
    password,
    superuser: Boolean(options.superuser),
    activated: Boolean(options.activated),
  })
  const { username, email } = player
  print({ uuid, username, email, ...(options.passwordStdin ? {} : { password }) }, options)
}

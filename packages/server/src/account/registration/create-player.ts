import type { App } from '../../app.ts'
import { COMMAND_LINE } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { checkNewPassword } from '../../credentials/password/check-new-password.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { newPlayer } from '../../players/new-player.ts'
import type { Player } from '../../players/player.ts'
import { insertPlayer } from '../../players/player-store.ts'
import { refuseReservedName, refuseTaken } from '../../players/refuse-taken.ts'

export type NewPlayerInput = {
  username: string
  /** The e-mail address; null for a player without one, whose account counts as confirmed. */
  email: string | null
  password: string
  superuser: boolean
  /** Whether the account counts as confirmed. If false, the setting `emailConfirmation` decides. */
  activated: boolean
}

/**
 * Creates a player, for administrators.
 * @throws Refusal `password.*`, `auth.usernametaken`, `name.kept`, `auth.emailtaken`
 */
export async function createPlayer(app: App, input: NewPlayerInput): Promise<Player> {
  const { emailConfirmation, defaultLanguage } = await app.settings.read()
  await checkNewPassword(app, input.password, input)
  const player = newPlayer(app, {
    ...input,
    passwordHash: await app.passwords.hash(input.password),
    locale: defaultLanguage,
    activated: input.activated || !emailConfirmation || input.email === null,
  })
  await change(app, COMMAND_LINE, async (work) => {
    await insertPlayer(work.tx, { ...player, inviterId: null }, work.now)
    work.audit('player.created', player.id, { after: player.username })
    work.emit('player.registered', { player: player.id })
    await app.giveHeldPurchases(work, [player])
    const { id, username: targetName } = player
    if (input.superuser)
      await notifySuperusers(app, work, { kind: 'superuser-made', targetName, id })
  }).catch((error) => refuseTaken(app.db, refuseReservedName(error), input.username))
  return player
}

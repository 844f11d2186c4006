import type { App } from '../../app.ts'
import { COMMAND } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { checkNewPassword } from '../../credentials/password/check-new-password.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { newPlayer } from '../../players/new-player.ts'
import type { Player } from '../../players/player.ts'
import { insertPlayer } from '../../players/player-store.ts'
import { refuseTaken, tellKeptName } from '../../players/refuse-taken.ts'

export type PlayerToCreate = {
  username: string
  /** Null for a player without an address; as nothing could confirm them, they count as confirmed. */
  email: string | null
  password: string
  superuser: boolean
  /** When false, the setting `emailConfirmation` decides. */
  activated: boolean
}

/**
 * Makes an account for somebody else, on the owner's command.
 *
 * @throws Refusal `password.*`, `auth.usernametaken`, `name.kept`, `auth.emailtaken`
 */
export async function createPlayer(app: App, wanted: PlayerToCreate): Promise<Player> {
  const { emailConfirmation, defaultLanguage } = await app.settings.read()
  await checkNewPassword(app, wanted.password, wanted)
  const player = newPlayer(app, {
    ...wanted,
    passwordHash: await app.passwords.hash(wanted.password),
    locale: defaultLanguage,
    activated: wanted.activated || !emailConfirmation || wanted.email === null,
  })
  await change(app, COMMAND, async (work) => {
    await insertPlayer(work.tx, { ...player, inviterId: null }, work.now)
    work.note('player.created', player.id, { after: player.username })
    const { id, username: whom } = player
    if (wanted.superuser) await tellSuperusers(app, work, { kind: 'superuser-made', whom, id })
  }).catch((error) => refuseTaken(app.db, tellKeptName(error), wanted.username))
  return player
}

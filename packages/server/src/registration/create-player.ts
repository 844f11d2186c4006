import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { checkNewPassword } from '../password/check-new-password.ts'
import { newPlayer } from '../player/new-player.ts'
import type { Player } from '../player/player.ts'
import { insertPlayer } from '../player/player-store.ts'
import { refusalOfTaken } from './taken.ts'

export type PlayerToCreate = {
  username: string
  email: string
  password: string
  superuser: boolean
  /** False: as the setting emailConfirmation has it. */
  activated: boolean
}

/**
 * Makes an account for somebody else, by the owner's command.
 *
 * @throws Refusal `password.*`, `auth.usernametaken`, `auth.emailtaken`
 */
export async function createPlayer(app: App, wanted: PlayerToCreate): Promise<Player> {
  const { emailConfirmation, defaultLanguage } = await app.settings.read()
  await checkNewPassword(app, wanted.password, wanted)
  const player = newPlayer(app, {
    ...wanted,
    passwordHash: await app.passwords.hash(wanted.password),
    locale: defaultLanguage,
    activated: wanted.activated || !emailConfirmation,
  })
  const entry = { actor: 'command', target: player.id, ip: null, after: player.username }
  await app.db
    .transaction()
    .execute(async (tx) => {
      await insertPlayer(tx, { ...player, inviterId: null })
      await insertAudit(tx, newAudit(app, { action: 'player.created', ...entry }))
    })
    .catch(async (error) => {
      throw (await refusalOfTaken(app.db, error, wanted.username)) ?? error
    })
  return player
}

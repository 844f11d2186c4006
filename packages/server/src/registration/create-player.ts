import { tellSuperusers } from '../access/tell-superusers.ts'
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
  const settings = await app.settings.read()
  const { emailConfirmation, defaultLanguage } = settings
  await checkNewPassword(app, wanted.password, wanted)
  const player = newPlayer(app, {
    ...wanted,
    passwordHash: await app.passwords.hash(wanted.password),
    locale: defaultLanguage,
    activated: wanted.activated || !emailConfirmation,
  })
  const editor = { actor: 'command', ip: null }
  const entry = { ...editor, target: player.id, after: player.username }
  const generation = await app.keys.newest()
  await app.db
    .transaction()
    .execute(async (tx) => {
      await insertPlayer(tx, { ...player, inviterId: null })
      await insertAudit(tx, newAudit(app, { action: 'player.created', ...entry }))
      const opening = { kind: 'superuser-made', whom: player.username } as const
      if (wanted.superuser) await tellSuperusers(app, tx, opening, { editor, generation, settings })
    })
    .catch(async (error) => {
      throw (await refusalOfTaken(app.db, error, wanted.username)) ?? error
    })
  app.postman.wake()
  return player
}

import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { passwordFault } from '../password/password-rules.ts'
import { takenColumn } from '../platform/database-failure.ts'
import { newUuid } from '../platform/random.ts'
import type { Player } from '../player/player.ts'
import { insertPlayer } from '../player/player-store.ts'

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
  const fault = passwordFault(wanted.password)
  if (fault) throw new Refusal(fault)
  const settings = await app.settings.read()
  const now = app.clock.now()
  const player: Player = {
    id: newUuid(app.random),
    username: wanted.username,
    email: wanted.email,
    passwordHash: await app.passwords.hash(wanted.password),
    locale: settings.defaultLanguage,
    activatedAt: wanted.activated || !settings.emailConfirmation ? now : null,
    passwordChangeRequiredAt: null,
    superuserAt: wanted.superuser ? now : null,
    realCents: 0,
    virtualCents: 0,
    createdAt: now,
  }
  const entry = { actor: 'command', target: player.id, ip: null, after: player.username }
  await app.db
    .transaction()
    .execute(async (tx) => {
      await insertPlayer(tx, { ...player, inviterId: null })
      await insertAudit(tx, newAudit(app, { action: 'player.created', ...entry }))
    })
    .catch((error) => {
      throw refusalOfTaken(error) ?? error
    })
  return player
}

/** The refusal for a name or address that the database's unique columns found taken. */
export function refusalOfTaken(error: unknown): Refusal | undefined {
  const column = takenColumn(error)
  if (column === 'player.username_key') return new Refusal('auth.usernametaken')
  if (column === 'player.email_key') return new Refusal('auth.emailtaken')
  return undefined
}

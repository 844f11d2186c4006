import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { passwordFault } from '../password/password-rules.ts'
import type { Player } from '../player/player.ts'
import { updatePasswordHash } from '../player/player-store.ts'
import { deleteSessions } from '../session/session-store.ts'

/**
 * Gives a player another password and closes all his sessions.
 *
 * @throws Refusal `password.*`
 */
export async function setPassword(
  app: App,
  player: Player,
  password: string,
  actor: string,
): Promise<void> {
  const fault = passwordFault(password)
  if (fault) throw new Refusal(fault)
  const passwordHash = await app.passwords.hash(password)
  await app.db.transaction().execute(async (tx) => {
    await updatePasswordHash(tx, player.id, passwordHash)
    await deleteSessions(tx, player.id)
    const entry = { actor, target: player.id, ip: null }
    await insertAudit(tx, newAudit(app, { action: 'password.set', ...entry }))
  })
}

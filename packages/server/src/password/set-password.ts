import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import type { Player } from '../player/player.ts'
import { updatePasswordHash } from '../player/player-store.ts'
import { signOutEverywhere } from '../session/close-sessions.ts'
import { checkNewPassword } from './check-new-password.ts'
import { deleteAddressCode } from './reset-store.ts'

/**
 * Gives a player another password and signs them out everywhere; a demanded change stays demanded.
 *
 * @param actor an administrator's id, or `command`.
 * @throws Refusal `password.*`
 */
export async function setPassword(
  app: App,
  player: Player,
  password: string,
  actor: string,
): Promise<void> {
  await checkNewPassword(app, password, player)
  const passwordHash = await app.passwords.hash(password)
  await app.db.transaction().execute(async (tx) => {
    await updatePasswordHash(tx, player.id, passwordHash)
    await deleteAddressCode(tx, player.id)
    await signOutEverywhere(tx, player.id)
    const entry = { actor, target: player.id, ip: null }
    await insertAudit(tx, newAudit(app, { action: 'password.set', ...entry }))
  })
}

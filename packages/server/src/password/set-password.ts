import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { change } from '../change/change.ts'
import type { Player } from '../player/player.ts'
import { updatePasswordHash } from '../player/player-store.ts'
import { signOutEverywhere } from '../session/close-sessions.ts'
import { revokeLauncherAccess } from '../session/revoke-launcher-access.ts'
import { checkNewPassword } from './check-new-password.ts'
import { deleteAddressCode } from './reset-store.ts'

/**
 * Gives a player another password and signs them out everywhere. If they must change their
 * password, they still must.
 *
 * @throws Refusal `password.*`
 */
export async function setPassword(
  app: App,
  by: Actor,
  player: Player,
  password: string,
): Promise<void> {
  await checkNewPassword(app, password, player)
  const passwordHash = await app.passwords.hash(password)
  await change(app, by, async (work) => {
    const { tx, note } = work
    await updatePasswordHash(tx, player.id, passwordHash)
    await deleteAddressCode(tx, player.id)
    await signOutEverywhere(tx, player.id)
    await revokeLauncherAccess(work, player.id)
    note('password.set', player.id)
  })
}

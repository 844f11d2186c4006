import type { RemovedAccess } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import type { Player } from '../../players/player.ts'
import { updatePasswordHash } from '../../players/player-store.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import { withdrawProposal } from '../two-factor/two-factor-store.ts'
import { checkNewPassword } from './check-new-password.ts'
import { passwordChangedMail } from './password-mail.ts'
import { isAnythingRemoved, removeAccess } from './remove-access.ts'
import { deleteAddressCode } from './reset-store.ts'

/**
 * Sets a password for a player, for administrators. Ends all sessions and removes other ways to sign in. A required
 * password change stays required.
 * @returns what was removed
 * @throws Refusal `password.*`
 */
export async function setPassword(
  app: App,
  by: Actor,
  player: Player,
  password: string,
): Promise<RemovedAccess> {
  await checkNewPassword(app, password, player)
  const passwordHash = await app.passwords.hash(password)
  return change(app, by, async (work) => {
    const { tx, audit } = work
    await updatePasswordHash(tx, player.id, passwordHash)
    await deleteAddressCode(tx, player.id)
    await signOutEverywhere(work, player.id)
    await withdrawProposal(tx, player.id)
    audit('password.set', player.id)
    work.emit('player.password_changed', { player: player.id })
    const removed = await removeAccess(work, player)
    if (isAnythingRemoved(removed)) {
      const about = { player, site: work.settings, url: app.config.publicUrl, removed }
      work.notify(player, (to) => passwordChangedMail({ ...about, to }))
    }
    return removed
  })
}

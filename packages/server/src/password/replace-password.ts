import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../change/change.ts'
import type { Player } from '../player/player.ts'
import { lockPlayer, updateOwnPassword } from '../player/player-store.ts'
import { deleteDevices } from '../session/device-store.ts'
import { revokeLauncherAccess } from '../session/revoke-launcher-access.ts'
import { deleteSessions } from '../session/session-store.ts'
import { passwordChangedMail } from './password-mail.ts'
import { deleteAddressCode, deleteMailedLinks } from './reset-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'passwords'>

/**
 * Gives a player a new password, which the caller has checked. It removes a demand to change the
 * password, voids every reset link and the code of a change of address, forgets every device, and
 * mails the player.
 *
 * @param how.close which sessions end: all, none, or all except the one with this id.
 * @param how.endsLaunchers whether launcher passwords and game sessions end although others stay.
 * @param how.first what comes first in the same transaction; it may refuse.
 */
export async function replacePassword(
  app: Needs,
  by: Actor,
  player: Player,
  password: string,
  how: {
    close: 'all' | 'none' | { except: string }
    endsLaunchers?: boolean
    first(work: Work): Promise<void>
  },
): Promise<void> {
  const passwordHash = await app.passwords.hash(password)
  await change(app, by, async (work) => {
    const { tx, settings } = work
    await lockPlayer(tx, player.id) // first of all their rows, as everywhere else: no deadlock
    await how.first(work)
    await updateOwnPassword(tx, player.id, passwordHash)
    await deleteMailedLinks(tx, player.id)
    await deleteAddressCode(tx, player.id)
    if (how.close === 'all') await deleteSessions(tx, player.id)
    else if (how.close !== 'none') await deleteSessions(tx, player.id, how.close.except)
    if (how.close !== 'none' || how.endsLaunchers) await revokeLauncherAccess(work, player.id)
    await deleteDevices(tx, player.id)
    const about = { player, site: settings, url: app.config.publicUrl }
    work.tell(player, (to) => passwordChangedMail({ ...about, to }))
  })
}

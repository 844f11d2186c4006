import type { App } from '../app.ts'
import { tellPlayer } from '../mail/tell-player.ts'
import type { Db } from '../platform/database/database.ts'
import type { Player } from '../player/player.ts'
import { lockPlayer, updateOwnPassword } from '../player/player-store.ts'
import { deleteDevices } from '../session/device-store.ts'
import { deleteSessions } from '../session/session-store.ts'
import { passwordChangedMail } from './password-mail.ts'
import { deleteAddressCode, deleteResetLinks } from './reset-store.ts'

type Needs = Pick<
  App,
  'db' | 'clock' | 'random' | 'config' | 'keys' | 'settings' | 'passwords' | 'postman'
>

/**
 * Gives a player a password that was checked before: the mark that demanded a change is taken away,
 * every reset link and the code of a change of address die, every device is forgotten, and the
 * player is told by mail.
 *
 * @param how.close which sessions end: all, none, or all but the one with this id.
 * @param how.inTransaction what must stand or fall together with the change; it may refuse.
 */
export async function replacePassword(
  app: Needs,
  player: Player,
  password: string,
  how: {
    close: 'all' | 'none' | { except: string }
    inTransaction(tx: Db): Promise<void>
  },
): Promise<void> {
  const passwordHash = await app.passwords.hash(password)
  const settings = await app.settings.read()
  const { siteName } = settings
  const generation = await app.keys.newest()
  const mail = passwordChangedMail({ player, siteName, url: app.config.publicUrl })
  await app.db.transaction().execute(async (tx) => {
    await lockPlayer(tx, player.id) // before anything else of his, as everybody does: no deadlock
    await how.inTransaction(tx)
    await updateOwnPassword(tx, player.id, passwordHash)
    await deleteResetLinks(tx, player.id)
    await deleteAddressCode(tx, player.id)
    if (how.close === 'all') await deleteSessions(tx, player.id)
    else if (how.close !== 'none') await deleteSessions(tx, player.id, how.close.except)
    await deleteDevices(tx, player.id)
    await tellPlayer(app, tx, { player, mail, generation, settings })
  })
  app.postman.wake()
}

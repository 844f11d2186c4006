import { editHolder } from '../access/edit-holder.ts'
import { tellSuperusers } from '../access/tell-superusers.ts'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { tellPlayer } from '../mail/tell-player.ts'
import type { Player } from '../player/player.ts'
import { deleteDevices } from '../session/device-store.ts'
import { twoFactorMail } from './two-factor-mail.ts'
import { removeTotp } from './two-factor-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'keys' | 'settings' | 'postman'>

/**
 * Takes a player's second factor away without a code: the way back for one who lost their phone.
 * Every device is forgotten with it, and every superuser is told.
 *
 * @returns whether there was one.
 * @throws Refusal `auth.forbidden` when the editor may not; `player.notfound`
 */
export async function removeTwoFactorByEditor(
  app: Needs,
  editor: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<boolean> {
  const settings = await app.settings.read()
  const { siteName } = settings
  const generation = await app.keys.newest()
  const asks = 'panel.players.2fa'
  const removed = await editHolder(app, editor, { id, asks }, async ({ tx, player }) => {
    if (!(await removeTotp(tx, id))) return false
    await deleteDevices(tx, id)
    await insertAudit(tx, newAudit(app, { action: 'two-factor.removed', ...editor, target: id }))
    const mail = twoFactorMail({ player, siteName, enabled: false })
    await tellPlayer(app, tx, { player, mail, generation, settings })
    const opening = { kind: 'two-factor-removed', whom: player.username } as const
    await tellSuperusers(app, tx, opening, { editor, generation, settings })
    return true
  })
  app.postman.wake()
  return removed
}

import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import type { Player } from '../../players/player.ts'
import { deleteDevices } from '../../sessions/device-store.ts'
import { twoFactorMail } from './two-factor-mail.ts'
import { removeTotp } from './two-factor-store.ts'

/**
 * Takes a player's second factor away without a code, for a player who lost their phone. It also
 * forgets every device and tells every superuser. Returns false when there was no second factor.
 *
 * @throws Refusal `auth.forbidden` when the editor may not; `player.notfound`
 */
export async function removeTwoFactor(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<boolean> {
  return change(app, by, async (work) => {
    const { player } = await lockEditable(work, id, 'panel.players.2fa')
    if (!(await removeTotp(work.tx, id))) return false
    await deleteDevices(work.tx, id)
    work.note('two-factor.removed', id)
    const about = { player, site: work.settings, url: app.config.publicUrl, enabled: false }
    work.tell(player, (to) => twoFactorMail({ ...about, to }))
    await tellSuperusers(app, work, { kind: 'two-factor-removed', whom: player.username, id })
    return true
  })
}

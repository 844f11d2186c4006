import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import type { Player } from '../../players/player.ts'
import { deleteDevices } from '../../sessions/device-store.ts'
import { twoFactorMail } from './two-factor-mail.ts'
import { removeTotp } from './two-factor-store.ts'

/**
 * Turns 2FA off for a player without a code, for example after the loss of a phone.
 * @returns false if 2FA was off
 * @throws Refusal `auth.forbidden`, `player.notfound`
 */
export async function removeTwoFactor(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<boolean> {
  return change(app, by, async (work) => {
    const { player } = await lockEditable(work, id, 'panel.players.2fa')
    if (!(await removeTotp(work.tx, id))) return false
    await deleteDevices(work.tx, id)
    work.audit('two-factor.removed', id)
    work.emit('player.two_factor_changed', { player: id })
    const about = { player, site: work.settings, url: app.config.publicUrl, enabled: false }
    work.notify(player, (to) => twoFactorMail({ ...about, to }))
    await notifySuperusers(app, work, {
      kind: 'two-factor-removed',
      targetName: player.username,
      id,
    })
    return true
  })
}

import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { DAY, isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { setDeletion } from '../../players/deletion-store.ts'
import { lookupKey } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { cancelScheduledDeletion } from '../../sessions/cancel-scheduled-deletion.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import { deletionScheduledMail } from './deletion-mail.ts'
import { erasePlayer, lockSuperuserCheck } from './erase-player.ts'
import { cleanUpAfterDeletion, collectPlayerFiles } from './files-of-deleted.ts'

type Deps = ChangeDeps & Pick<App, 'config' | 'log'>

/**
 * Schedules the deletion of the caller's account after as many days as the setting `deletionDays`; if that is 0,
 * deletes the account immediately. In either case closes all its sessions. A repeated request keeps the first date.
 * @returns when the account will be deleted; null if it was deleted
 * @throws Refusal `player.wrongname`, `player.lastsuperuser`, `auth.unauthorized`
 */
export async function scheduleDeletion(
  app: Deps,
  by: Actor,
  username: string,
): Promise<number | null> {
  const files = await collectPlayerFiles(app, by.actor)
  const deletesAt = await change(app, by, async (work) => {
    const { tx, now, settings, audit, notify } = work
    const isLast = await lockSuperuserCheck(work)
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    if (lookupKey(username) !== lookupKey(player.username)) throw new Refusal('player.wrongname')
    if (isLast(player.id)) throw new Refusal('player.lastsuperuser')
    if (settings.deletionDays === 0) {
      await erasePlayer(app, work, player, { reason: null, backups: files.backups })
      return null
    }
    await signOutEverywhere(work, player.id)
    if (player.deletesAt !== null) return player.deletesAt

    const deletesAt = now + settings.deletionDays * DAY
    await setDeletion(tx, player.id, deletesAt)
    audit('deletion.asked', player.id, { after: isoInstant(deletesAt) })
    const { signInCancelsDeletion: signInCancels } = settings
    const about = { player, site: settings, url: `${app.config.publicUrl}/login` }
    notify(player, (to) => deletionScheduledMail({ ...about, to }, { deletesAt, signInCancels }))
    return deletesAt
  })
  if (deletesAt === null) await cleanUpAfterDeletion(app, files)
  return deletesAt
}

export async function cancelDeletion(app: Deps, by: Actor, id: string): Promise<void> {
  await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, id)
    if (player) await cancelScheduledDeletion(app, work, player, 'asked')
  })
}

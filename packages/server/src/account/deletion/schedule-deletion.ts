import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { DAY, isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { setDeletion } from '../../players/deletion-store.ts'
import { keyOf } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { keepAccount } from '../../sessions/cancel-scheduled-deletion.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import { deletionAskedMail } from './deletion-mail.ts'
import { lockAgainstLast, makeHusk } from './erase-player.ts'
import { afterwards, beforehand } from './files-of-deleted.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'log'>

/**
 * Plans the deletion of the caller's own account after the days of the setting, or deletes it at once when
 * that is 0. Either way all their sessions are closed. Who asks again keeps the first instant.
 *
 * @returns when it is deleted; null when it is.
 * @throws Refusal `player.wrongname`, `player.lastsuperuser`, `auth.unauthorized`
 */
export async function askForDeletion(
  app: Needs,
  by: Actor,
  username: string,
): Promise<number | null> {
  const files = await beforehand(app, by.actor)
  const deletesAt = await change(app, by, async (work) => {
    const { tx, now, settings, note, tell } = work
    const isLast = await lockAgainstLast(work)
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    if (keyOf(username) !== keyOf(player.username)) throw new Refusal('player.wrongname')
    if (isLast(player.id)) throw new Refusal('player.lastsuperuser')
    if (settings.deletionDays === 0) {
      await makeHusk(app, work, player, { reason: null, backups: files.backups })
      return null
    }
    await signOutEverywhere(tx, player.id)
    if (player.deletesAt !== null) return player.deletesAt

    const deletesAt = now + settings.deletionDays * DAY
    await setDeletion(tx, player.id, deletesAt)
    note('deletion.asked', player.id, { after: isoInstant(deletesAt) })
    const { signInCancelsDeletion: signInCancels } = settings
    const about = { player, site: settings, url: `${app.config.publicUrl}/login` }
    tell(player, (to) => deletionAskedMail({ ...about, to }, { deletesAt, signInCancels }))
    return deletesAt
  })
  if (deletesAt === null) await afterwards(app, files)
  return deletesAt
}

/** Keeps an account that was to be deleted; nothing happens to any other. */
export async function cancelDeletion(app: Needs, by: Actor, id: string): Promise<void> {
  await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, id)
    if (player) await keepAccount(app, work, player, 'asked')
  })
}

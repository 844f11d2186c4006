import type { App } from '../app.ts'
import type { UnitOfWork } from '../audit/change.ts'
import { isoInstant } from '../platform/clock.ts'
import { setDeletion } from '../players/deletion-store.ts'
import type { Player } from '../players/player.ts'
import { deletionCancelledMail } from './deletion-cancelled-mail.ts'

/**
 * Cancels the scheduled deletion of a player, if there is one. The caller has locked the player's row, which decides
 * the race with the deletion itself.
 */
export async function cancelScheduledDeletion(
  { config }: Pick<App, 'config'>,
  { tx, audit, notify, settings }: UnitOfWork,
  player: Player,
  cause: 'sign-in' | 'asked' | 'last',
): Promise<void> {
  if (player.deletesAt === null) return
  await setDeletion(tx, player.id, null)
  audit('deletion.cancelled', player.id, { before: isoInstant(player.deletesAt) })
  const about = { player, site: settings, url: config.publicUrl }
  notify(player, (to) => deletionCancelledMail({ ...about, to }, cause))
}

/**
 * Cancels a scheduled deletion when the player signs in, if the setting `signInCancelsDeletion` is on. The caller has
 * locked the player's row.
 */
export async function cancelDeletionOnSignIn(
  app: Pick<App, 'config'>,
  work: UnitOfWork,
  player: Player,
): Promise<void> {
  if (work.settings.signInCancelsDeletion)
    await cancelScheduledDeletion(app, work, player, 'sign-in')
}

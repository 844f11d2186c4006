import type { App } from '../app.ts'
import type { Work } from '../audit/change.ts'
import { isoInstant } from '../platform/clock.ts'
import { setDeletion } from '../players/deletion-store.ts'
import type { Player } from '../players/player.ts'
import { deletionCancelledMail } from './deletion-cancelled-mail.ts'

/**
 * Cancels the deletion of a locked player's account, as a part of a change. The lock decides between this
 * and the deletion: whoever comes second finds it done.
 */
export async function keepAccount(
  { config }: Pick<App, 'config'>,
  { tx, note, tell, settings }: Work,
  player: Player,
  how: 'sign-in' | 'asked' | 'last',
): Promise<void> {
  if (player.deletesAt === null) return
  await setDeletion(tx, player.id, null)
  note('deletion.cancelled', player.id, { before: isoInstant(player.deletesAt) })
  const about = { player, site: settings, url: config.publicUrl }
  tell(player, (to) => deletionCancelledMail({ ...about, to }, how))
}

/** Does so for a locked player who signs in, unless the owner wants a button for it. */
export async function keepBySignIn(
  app: Pick<App, 'config'>,
  work: Work,
  player: Player,
): Promise<void> {
  if (work.settings.signInCancelsDeletion) await keepAccount(app, work, player, 'sign-in')
}

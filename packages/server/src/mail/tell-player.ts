import type { App } from '../app.ts'
import type { Db } from '../platform/database/database.ts'
import type { Generation } from '../platform/keys/key-ring.ts'
import type { Player } from '../player/player.ts'
import type { Settings } from '../settings/setting.ts'
import type { Mail } from './mail.ts'
import { sealMail } from './outbox.ts'
import { insertMail } from './outbox-store.ts'

/**
 * Tells a player what happened, in the transaction in which it happens. While the site has addresses
 * confirmed, one that nobody confirmed is told nothing: it may be a stranger's, typed by whoever
 * made the account (docs/contract.md#mails).
 *
 * @param about.generation, about.settings asked before the transaction began.
 * @returns whether a mail waits now: wake the postman after the commit.
 */
export async function tellPlayer(
  app: Pick<App, 'clock' | 'random'>,
  tx: Db,
  about: {
    player: Player
    mail: Mail
    generation: Generation
    settings: Pick<Settings, 'emailConfirmation'>
  },
): Promise<boolean> {
  const { player, mail, generation, settings } = about
  if (settings.emailConfirmation && player.activatedAt === null) return false
  await insertMail(tx, sealMail(app, generation, mail))
  return true
}

import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { tellPlayer } from '../mail/tell-player.ts'
import type { Db } from '../platform/database/database.ts'
import type { Generation } from '../platform/keys/key-ring.ts'
import { listUsernames } from '../player/player-store.ts'
import type { Settings } from '../settings/setting.ts'
import { type Opening, openingMail } from './superuser-mail.ts'
import { listActiveSuperusers } from './superuser-store.ts'

/**
 * Tells every superuser what opens the site to somebody, in the transaction in which it happens.
 *
 * @param by.generation, by.settings asked before the transaction began. Wake the postman after the
 *   commit.
 */
export async function tellSuperusers(
  app: Pick<App, 'clock' | 'random'>,
  tx: Db,
  opening: Opening,
  by: {
    editor: Actor
    generation: Generation
    settings: Pick<Settings, 'siteName' | 'emailConfirmation'>
  },
): Promise<void> {
  const { editor, generation, settings } = by
  const at = app.clock.now()
  const names = await listUsernames(tx, [editor.actor])
  const deed = { actorName: names.get(editor.actor) ?? null, ip: editor.ip, at }
  for (const player of await listActiveSuperusers(tx, at)) {
    const mail = openingMail({ player, siteName: settings.siteName }, opening, deed)
    await tellPlayer(app, tx, { player, mail, generation, settings })
  }
}

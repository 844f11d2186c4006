import { MOST_LAUNCHER_PASSWORDS } from '@portal/contract'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeNeeds, change } from '../change/change.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../platform/random.ts'
import { lockPlayer } from '../player/player-store.ts'
import { type LauncherPassword, markOf, newLauncherPassword } from './launcher-password.ts'
import {
  countLauncherPasswords,
  deleteGamesBegunWith,
  deleteLauncherPassword,
  insertLauncherPassword,
} from './launcher-password-store.ts'

/**
 * Makes a password for a launcher, which is returned and kept nowhere but as a keyed hash.
 *
 * @throws Refusal `launcherpassword.off` while Yggdrasil is; `launcherpassword.toomany`;
 *   `auth.unauthorized` when the player was deleted
 */
export async function createLauncherPassword(
  app: ChangeNeeds & Pick<App, 'keys'>,
  by: Actor,
  { name }: { name: string },
): Promise<{ made: LauncherPassword; password: string }> {
  return change(app, by, async ({ tx, now, note, settings }) => {
    if (!settings.yggdrasil) throw new Refusal('launcherpassword.off')
    const player = await lockPlayer(tx, by.actor) // so that those made at once are counted
    if (!player) throw new Refusal('auth.unauthorized')
    if ((await countLauncherPasswords(tx, player.id)) >= MOST_LAUNCHER_PASSWORDS) {
      throw new Refusal('launcherpassword.toomany')
    }
    const password = newLauncherPassword(app.random)
    const made: LauncherPassword = {
      id: newId(app.random),
      playerId: player.id,
      name: name.trim(),
      createdAt: now,
      lastUsedAt: null,
    }
    await insertLauncherPassword(tx, made, markOf(app, player.id, password))
    note('launcher-password.created', player.id, { after: made.name })
    return { made, password }
  })
}

/**
 * Revokes one of the player's own launcher passwords, and ends the game sessions that it began.
 *
 * @throws Refusal `launcherpassword.notfound`
 */
export async function revokeLauncherPassword(
  app: ChangeNeeds,
  by: Actor,
  id: string,
): Promise<void> {
  await change(app, by, async ({ tx, note }) => {
    await lockPlayer(tx, by.actor) // a sign-in that has just found it waits, and then finds it gone
    const owned = { id, playerId: by.actor }
    const revoked = await deleteLauncherPassword(tx, owned)
    if (!revoked) throw new Refusal('launcherpassword.notfound')
    await deleteGamesBegunWith(tx, owned)
    note('launcher-password.revoked', by.actor, { before: revoked.name })
  })
}

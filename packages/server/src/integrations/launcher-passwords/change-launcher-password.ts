import { MOST_LAUNCHER_PASSWORDS } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/random.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { countLauncherPasswords } from '../../sessions/launcher-access-store.ts'
import { holdSession } from '../../sessions/reauthentication-store.ts'
import { revokeLauncherAccess } from '../../sessions/revoke-launcher-access.ts'
import { waysToProve } from '../../sign-in/second-factor.ts'
import { type LauncherPassword, markOf, newLauncherPassword } from './launcher-password.ts'
import { launcherPasswordMail, launcherPasswordsRevokedMail } from './launcher-password-mail.ts'
import {
  deleteGamesBegunWith,
  deleteLauncherPassword,
  insertLauncherPassword,
} from './launcher-password-store.ts'

/**
 * Makes a password for a launcher, which is returned and kept nowhere but as a keyed hash, and tells the
 * player by mail.
 *
 * @throws Refusal `launcherpassword.off` while Yggdrasil is; `launcherpassword.toomany`;
 *   `auth.unauthorized` when the session is closed; `auth.proofrequired` when the password was replaced meanwhile
 */
export async function createLauncherPassword(
  app: ChangeNeeds & Pick<App, 'keys' | 'config'>,
  by: Actor,
  { sessionId }: Pick<Identity, 'sessionId'>,
  { name }: { name: string },
): Promise<{ made: LauncherPassword; password: string }> {
  return change(app, by, async (work) => {
    const { tx, now, note, settings } = work
    if (!settings.yggdrasil) throw new Refusal('launcherpassword.off')
    const player = await lockPlayer(tx, by.actor) // so that those made at once are counted
    const session = await holdSession(tx, { playerId: by.actor, sessionId }, now)
    if (!player || session === 'closed') throw new Refusal('auth.unauthorized')
    if (session === 'void') {
      throw new Refusal('auth.proofrequired', {
        proofs: await waysToProve({ ...app, db: tx }, player),
      })
    }
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
    const about = { player, site: settings, url: app.config.publicUrl, name: made.name }
    work.tell(player, (to) => launcherPasswordMail({ ...about, to }))
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

/**
 * Revokes every launcher password of a player, ends every game session, and tells the player if there was
 * a password.
 *
 * @throws Refusal `auth.forbidden` when the editor may not; `player.notfound`
 */
export async function revokeLaunchers(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<void> {
  await change(app, by, async (work) => {
    const { player } = await lockEditable(work, id, 'panel.players.sessions')
    const { passwords, games } = await revokeLauncherAccess(work, id)
    if (games > 0) work.note('sessions.closed', id, { before: String(games) })
    if (passwords.length === 0) return
    const about = { player, site: work.settings, url: app.config.publicUrl }
    work.tell(player, (to) => launcherPasswordsRevokedMail({ ...about, to }))
  })
}

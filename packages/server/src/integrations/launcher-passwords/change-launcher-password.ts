import { MAX_LAUNCHER_PASSWORDS } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/random.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { emitClosed } from '../../sessions/emit-closed.ts'
import { countLauncherPasswords } from '../../sessions/launcher-access-store.ts'
import { lockOpenSession } from '../../sessions/reauthentication-store.ts'
import { revokeLauncherAccess } from '../../sessions/revoke-launcher-access.ts'
import { reauthenticationMethods } from '../../sign-in/second-factor.ts'
import { fingerprintOf, type LauncherPassword, newLauncherPassword } from './launcher-password.ts'
import { launcherPasswordMail, launcherPasswordsRevokedMail } from './launcher-password-mail.ts'
import {
  deleteGameSessionsOf,
  deleteLauncherPassword,
  insertLauncherPassword,
} from './launcher-password-store.ts'

/**
 * Creates a launcher password and notifies the player by mail. Returns the password, which is stored only as a keyed
 * hash.
 * @throws Refusal `launcherpassword.off` while Yggdrasil is off; `launcherpassword.toomany`; `auth.unauthorized` if the
 * session is closed; `auth.proofrequired` if the account password has changed since the re-authentication
 */
export async function createLauncherPassword(
  app: ChangeDeps & Pick<App, 'keys' | 'config'>,
  by: Actor,
  { sessionId }: Pick<Identity, 'sessionId'>,
  { name }: { name: string },
): Promise<{ made: LauncherPassword; password: string }> {
  return change(app, by, async (work) => {
    const { tx, now, audit, settings } = work
    if (!settings.yggdrasil) throw new Refusal('launcherpassword.off')
    const player = await lockPlayer(tx, by.actor) // concurrent calls wait, so that the limit holds
    const session = await lockOpenSession(tx, { playerId: by.actor, sessionId }, now)
    if (!player || session === 'closed') throw new Refusal('auth.unauthorized')
    if (session === 'void') {
      throw new Refusal('auth.proofrequired', {
        proofs: await reauthenticationMethods({ ...app, db: tx }, player),
      })
    }
    if ((await countLauncherPasswords(tx, player.id)) >= MAX_LAUNCHER_PASSWORDS) {
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
    await insertLauncherPassword(tx, made, fingerprintOf(app, player.id, password))
    audit('launcher-password.created', player.id, { after: made.name })
    const about = { player, site: settings, url: app.config.publicUrl, name: made.name }
    work.notify(player, (to) => launcherPasswordMail({ ...about, to }))
    return { made, password }
  })
}

/**
 * Revokes a launcher password of the player and ends the game sessions opened with it.
 * @throws Refusal `launcherpassword.notfound`
 */
export async function revokeLauncherPassword(
  app: ChangeDeps,
  by: Actor,
  id: string,
): Promise<void> {
  await change(app, by, async (work) => {
    const { tx, audit } = work
    await lockPlayer(tx, by.actor) // a concurrent sign-in with this password waits, and then no longer finds it
    const owned = { id, playerId: by.actor }
    const revoked = await deleteLauncherPassword(tx, owned)
    if (!revoked) throw new Refusal('launcherpassword.notfound')
    emitClosed(work, await deleteGameSessionsOf(tx, owned))
    audit('launcher-password.revoked', by.actor, { before: revoked.name })
  })
}

/**
 * Revokes all launcher passwords of a player and ends all game sessions. Notifies the player if
 * there was a password.
 * @throws Refusal `auth.forbidden` if the editor lacks permission; `player.notfound`
 */
export async function revokeLaunchers(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<void> {
  await change(app, by, async (work) => {
    const { player } = await lockEditable(work, id, 'panel.players.sessions')
    const { passwords, games } = await revokeLauncherAccess(work, id)
    if (games > 0) work.audit('sessions.closed', id, { before: String(games) })
    if (passwords.length === 0) return
    const about = { player, site: work.settings, url: app.config.publicUrl }
    work.notify(player, (to) => launcherPasswordsRevokedMail({ ...about, to }))
  })
}

import type { RemovedAccess } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import type { Player } from '../../players/player.ts'
import { confirmAddress, lockPlayer, updateOwnPassword } from '../../players/player-store.ts'
import { closeSessions } from '../../sessions/close-sessions.ts'
import { deleteDevices } from '../../sessions/device-store.ts'
import { voidReauthentications } from '../../sessions/reauthentication-store.ts'
import { deleteEmailCodes } from '../email-codes/email-code-store.ts'
import { withdrawProposal } from '../two-factor/two-factor-store.ts'
import { passwordChangedMail } from './password-mail.ts'
import { NOTHING_REMOVED, removeAccess, removeForeignTwoFactor } from './remove-access.ts'
import { deleteAddressCode, deleteMailedLinks } from './reset-store.ts'

type Deps = ChangeDeps & Pick<App, 'config' | 'passwords'>

type PasswordReplacement = {
  /** Which sessions end: all, none, or all except the session with this ID. */
  close: 'all' | 'none' | { except: string }
  session?: string | undefined
  /**
   * Set if a mailed link is used, which proves that the player owns the address. The first such proof ends all sessions
   * and turns 2FA off, because another person may have registered the account. Players with `panel.access` (`isStaff`)
   * keep 2FA.
   */
  byMail?: { isStaff: boolean }
  /** Runs in the transaction after the lock of the player and before any change; may throw a refusal. */
  beforeUpdate(work: UnitOfWork): Promise<void>
}

/**
 * Sets a new password that the caller has checked. Also removes what an attacker may have prepared with the old
 * password: reset links, a pending address change, a pending 2FA setup, device cookies, and re-authentications of other
 * sessions. With `close` or `byMail` it also removes other ways to sign in
 * (docs/contract.md#what-a-new-password-removes). If a password change was required, it is no longer required.
 * @returns what was removed
 */
export async function replacePassword(
  app: Deps,
  by: Actor,
  player: Player,
  password: string,
  replacement: PasswordReplacement,
): Promise<RemovedAccess> {
  const passwordHash = await app.passwords.hash(password)
  return change(app, by, async (work) => {
    const { tx, settings } = work
    await lockPlayer(tx, player.id) // like every change, lock the player before other rows, to avoid deadlocks
    await replacement.beforeUpdate(work)
    await updateOwnPassword(tx, player.id, passwordHash)
    await deleteMailedLinks(tx, player.id)
    await deleteAddressCode(tx, player.id)
    await withdrawProposal(tx, player.id)
    const isFirstProof =
      replacement.byMail !== undefined && (await recordConfirmation(work, player))
    const close = isFirstProof ? 'all' : replacement.close
    await endSessions(work, player, { close, session: replacement.session })
    await deleteDevices(tx, player.id)
    work.emit('player.password_changed', { player: player.id })

    const removed =
      replacement.byMail || close !== 'none' ? await removeAccess(work, player) : NOTHING_REMOVED
    const twoFactor =
      isFirstProof && !replacement.byMail?.isStaff && (await removeForeignTwoFactor(work, player))
    if (replacement.byMail?.isStaff) await reportRemovedAccess(app, work, player, removed)
    const all = { ...removed, sessions: close !== replacement.close, twoFactor }
    const about = { player, site: settings, url: app.config.publicUrl, removed: all }
    const recipient = isFirstProof ? { ...player, activatedAt: work.now } : player
    work.notify(recipient, (to) => passwordChangedMail({ ...about, to }))
    return all
  })
}

async function reportRemovedAccess(
  app: Deps,
  work: UnitOfWork<Actor>,
  { id, username: targetName }: Player,
  removed: RemovedAccess,
): Promise<void> {
  if (removed.passkeys.length > 0) {
    await notifySuperusers(app, work, { kind: 'passkeys-removed', targetName, id })
  }
  if (removed.identities.length > 0) {
    await notifySuperusers(app, work, { kind: 'identities-removed', targetName, id })
  }
}

/**
 * Marks the address of a player as confirmed.
 * @returns whether the address was unconfirmed before
 */
async function recordConfirmation(
  { tx, now, audit, emit }: UnitOfWork,
  player: Player,
): Promise<boolean> {
  if (!(await confirmAddress(tx, player.id, now))) return false
  await deleteEmailCodes(tx, player.id)
  audit('player.activated', player.id, { after: player.email })
  emit('player.activated', { player: player.id })
  return true
}

async function endSessions(
  work: UnitOfWork,
  { id }: Player,
  { close, session }: Pick<PasswordReplacement, 'close' | 'session'>,
): Promise<void> {
  if (close === 'all') await closeSessions(work, id)
  else if (close !== 'none') await closeSessions(work, id, close.except)
  await voidReauthentications(work.tx, id, session)
}

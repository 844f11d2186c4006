import type { RemovedAccess } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import type { Player } from '../../players/player.ts'
import { confirmAddress, lockPlayer, updateOwnPassword } from '../../players/player-store.ts'
import { deleteDevices } from '../../sessions/device-store.ts'
import { voidProofs } from '../../sessions/reauthentication-store.ts'
import { deleteSessions } from '../../sessions/session-store.ts'
import { deleteEmailCodes } from '../email-codes/email-code-store.ts'
import { withdrawProposal } from '../two-factor/two-factor-store.ts'
import { passwordChangedMail } from './password-mail.ts'
import { NOTHING_REMOVED, removeAccess, removeForeignTwoFactor } from './remove-access.ts'
import { deleteAddressCode, deleteMailedLinks } from './reset-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'passwords'>

type Replacement = {
  /** Which sessions end: all, none, or all except the one with this id. */
  close: 'all' | 'none' | { except: string }
  /** The session that asks; its proof stays good. */
  session?: string | undefined
  /**
   * Set when a mailed link is used, which proves the address. The first proof ends what the person who registered the
   * account may have set up: every session and the second factor. Players with `panel.access` (`isStaff`) keep the
   * second factor, and every superuser receives a mail when these players lose passkeys or linked accounts.
   */
  byMail?: { isStaff: boolean }
  /** Runs first in the same transaction; it may refuse. */
  first(work: Work): Promise<void>
}

/**
 * Gives a player a new password, which the caller has checked. It removes a demand to change the
 * password, voids every reset link, the code of a change of address, the proofs of other sessions and what is under
 * way to turn 2FA on, forgets every device, and mails the player. With `close` or `byMail` it also removes what else
 * signs in (docs/contract.md#what-a-new-password-removes).
 *
 * @returns what was removed.
 */
export async function replacePassword(
  app: Needs,
  by: Actor,
  player: Player,
  password: string,
  how: Replacement,
): Promise<RemovedAccess> {
  const passwordHash = await app.passwords.hash(password)
  return change(app, by, async (work) => {
    const { tx, settings } = work
    await lockPlayer(tx, player.id) // first of all their rows, as everywhere else: no deadlock
    await how.first(work)
    await updateOwnPassword(tx, player.id, passwordHash)
    await deleteMailedLinks(tx, player.id)
    await deleteAddressCode(tx, player.id)
    await withdrawProposal(tx, player.id)
    const isFirstProof = how.byMail !== undefined && (await noteConfirmed(work, player))
    const close = isFirstProof ? 'all' : how.close
    await endSessions(work, player, { close, session: how.session })
    await deleteDevices(tx, player.id)

    const removed =
      how.byMail || close !== 'none' ? await removeAccess(work, player) : NOTHING_REMOVED
    const twoFactor =
      isFirstProof && !how.byMail?.isStaff && (await removeForeignTwoFactor(work, player))
    if (how.byMail?.isStaff) await notifySuperusers(app, work, player, removed)
    const all = { ...removed, sessions: close !== how.close, twoFactor }
    const about = { player, site: settings, url: app.config.publicUrl, removed: all }
    const known = isFirstProof ? { ...player, activatedAt: work.now } : player
    work.tell(known, (to) => passwordChangedMail({ ...about, to }))
    return all
  })
}

/** Notifies every superuser that a player with `panel.access` lost passkeys or linked accounts. */
async function notifySuperusers(
  app: Needs,
  work: Work<Actor>,
  { id, username: whom }: Player,
  removed: RemovedAccess,
): Promise<void> {
  if (removed.passkeys.length > 0) {
    await tellSuperusers(app, work, { kind: 'passkeys-removed', whom, id })
  }
  if (removed.identities.length > 0) {
    await tellSuperusers(app, work, { kind: 'identities-removed', whom, id })
  }
}

/** Marks the address as confirmed. @returns whether it was unconfirmed before. */
async function noteConfirmed({ tx, now, note }: Work, player: Player): Promise<boolean> {
  if (!(await confirmAddress(tx, player.id, now))) return false
  await deleteEmailCodes(tx, player.id)
  note('player.activated', player.id, { after: player.email })
  return true
}

async function endSessions(
  { tx }: Work,
  { id }: Player,
  { close, session }: Pick<Replacement, 'close' | 'session'>,
): Promise<void> {
  if (close === 'all') await deleteSessions(tx, id)
  else if (close !== 'none') await deleteSessions(tx, id, close.except)
  await voidProofs(tx, id, session)
}

import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import {
  consumeEmailCode,
  deleteEmailCodes,
} from '../../credentials/email-codes/email-code-store.ts'
import { sendActivationCode } from '../../credentials/email-codes/send-activation-code.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { requireMailQuota } from '../../mail/mail-rate-limit.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { confirmAddress, lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { signOutElsewhere } from '../../sessions/close-sessions.ts'
import { checkEmailCode } from './check-email-code.ts'

type Deps = ChangeDeps

/**
 * Confirms the address of an account by the code that was mailed to it. Does nothing if the account is already
 * confirmed. The person who created the account may not own the address, so all other sessions, devices, links and
 * codes end; only the confirming session stays open.
 * @throws Refusal `auth.wrongcode`, `auth.codeexpired`, `auth.unauthorized`
 */
export async function verifyEmail(
  app: Deps,
  by: Actor,
  { playerId, sessionId }: Identity,
  code: string,
): Promise<Player> {
  const player = await requireOwnPlayer(app.db, playerId)
  if (player.activatedAt !== null) return player

  const owner = { playerId, purpose: 'activation' } as const
  const checked = await checkEmailCode(app, owner, code)
  if (!checked.ok) {
    const current = await requireOwnPlayer(app.db, playerId) // a concurrent call may have used the code
    if (current.activatedAt !== null) return current
    throw new Refusal(checked.refusal)
  }

  await change(app, by, async (work) => {
    const { tx, now, audit, emit } = work
    const found = await lockPlayer(tx, playerId)
    if (!(await consumeEmailCode(tx, { ...owner, codeMac: checked.codeMac }))) {
      if (found?.activatedAt) return // a concurrent call has used the same code
      throw new Refusal('auth.codeexpired') // a newer code has replaced this one
    }
    await confirmAddress(tx, playerId, now)
    await signOutElsewhere(work, playerId, sessionId)
    await deleteMailedLinks(tx, playerId)
    await deleteEmailCodes(tx, playerId)
    audit('player.activated', playerId, { after: checked.address })
    emit('player.activated', { player: playerId })
  })
  return requireOwnPlayer(app.db, playerId)
}

export async function activatePlayer(app: ChangeDeps, by: Actor, playerId: string): Promise<void> {
  await change(app, by, async ({ tx, now, audit, emit }) => {
    await confirmAddress(tx, playerId, now)
    await deleteEmailCodes(tx, playerId)
    audit('player.activated', playerId)
    emit('player.activated', { player: playerId })
  })
}

/**
 * Mails a new code, which replaces the old one. If the mail limit is reached, the old code stays valid.
 * @throws Refusal `auth.alreadyactivated`, `auth.noemail`, `request.toomany`, `auth.unauthorized`
 */
export async function resendCode(app: Deps, by: Actor): Promise<void> {
  const player = await requireOwnPlayer(app.db, by.actor)
  const { activatedAt, email: to } = player
  if (activatedAt !== null) throw new Refusal('auth.alreadyactivated')
  if (to === null) throw new Refusal('auth.noemail')
  await requireMailQuota(app, 'activation', to)

  await change(app, by, async (work) => {
    if (!(await lockPlayer(work.tx, player.id))) throw new Refusal('auth.unauthorized')
    // The mail of the registration has named the day on which the account is deleted, if there is one.
    await sendActivationCode(app, work, player, { to, endsAfter: 0 })
  })
}

import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { burnEmailCode, deleteEmailCodes } from '../../credentials/email-codes/email-code-store.ts'
import { sendActivationCode } from '../../credentials/email-codes/send-activation-code.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { requireMailTurn } from '../../mail/mail-rate-limit.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { confirmAddress, lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { signOutElsewhere } from '../../sessions/close-sessions.ts'
import { checkEmailCode } from './check-email-code.ts'

type Needs = ChangeNeeds

/**
 * Confirms the address of an account with the code that was mailed there; an account that is
 * already confirmed stays so. The person who made the account may not be the one whose address it
 * is, so every earlier session, device, link and code ends, except the session that confirms.
 *
 * @throws Refusal `auth.wrongcode`, `auth.codeexpired`; `auth.unauthorized`
 */
export async function verifyEmail(
  app: Needs,
  by: Actor,
  { playerId, sessionId }: Identity,
  code: string,
): Promise<Player> {
  const player = await requireOwnPlayer(app.db, playerId)
  if (player.activatedAt !== null) return player

  const owner = { playerId, purpose: 'activation' } as const
  const checked = await checkEmailCode(app, owner, code)
  if (!checked.ok) {
    const meanwhile = await requireOwnPlayer(app.db, playerId) // a parallel call may have used the code
    if (meanwhile.activatedAt !== null) return meanwhile
    throw new Refusal(checked.refusal)
  }

  await change(app, by, async ({ tx, now, note }) => {
    const found = await lockPlayer(tx, playerId)
    if (!(await burnEmailCode(tx, { ...owner, codeMac: checked.codeMac }))) {
      if (found?.activatedAt) return // a parallel call used the same code
      throw new Refusal('auth.codeexpired') // a newer code took its place meanwhile
    }
    await confirmAddress(tx, playerId, now)
    await signOutElsewhere(tx, playerId, sessionId)
    await deleteMailedLinks(tx, playerId)
    await deleteEmailCodes(tx, playerId)
    note('player.activated', playerId, { after: checked.address })
  })
  return requireOwnPlayer(app.db, playerId)
}

/** Confirms an account without a code. */
export async function activatePlayer(app: ChangeNeeds, by: Actor, playerId: string): Promise<void> {
  await change(app, by, async ({ tx, now, note }) => {
    await confirmAddress(tx, playerId, now)
    await deleteEmailCodes(tx, playerId)
    note('player.activated', playerId)
  })
}

/**
 * Sends a new code, which voids the one before. If no mail may leave now, the old code stays good.
 *
 * @throws Refusal `auth.alreadyactivated`, `auth.noemail`; `request.toomany`; `auth.unauthorized`
 */
export async function resendCode(app: Needs, by: Actor): Promise<void> {
  const player = await requireOwnPlayer(app.db, by.actor)
  const { activatedAt, email: to } = player
  if (activatedAt !== null) throw new Refusal('auth.alreadyactivated')
  if (to === null) throw new Refusal('auth.noemail')
  await requireMailTurn(app, 'activation', to)

  await change(app, by, async (work) => {
    if (!(await lockPlayer(work.tx, player.id))) throw new Refusal('auth.unauthorized')
    // The registration's mail has already said when the account ends, if it does.
    await sendActivationCode(app, work, player, { to, endsAfter: 0 })
  })
}

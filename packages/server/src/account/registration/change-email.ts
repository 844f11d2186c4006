import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { CODE_TTL, codeMac, newEmailCode } from '../../credentials/email-codes/email-code.ts'
import { addressChangeMail, newAddressMail } from '../../credentials/email-codes/email-code-mail.ts'
import {
  consumeEmailCode,
  deleteEmailCodes,
  upsertEmailCode,
} from '../../credentials/email-codes/email-code-store.ts'
import {
  checkOwnPassword,
  requireSamePassword,
} from '../../credentials/password/check-own-password.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { requireMailQuota } from '../../mail/mail-rate-limit.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { findPlayerByLogin, lockPlayer, updateEmail } from '../../players/player-store.ts'
import { refuseTaken } from '../../players/refuse-taken.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { signOutElsewhere } from '../../sessions/close-sessions.ts'
import { checkEmailCode } from './check-email-code.ts'

type Deps = ChangeDeps & Pick<App, 'config' | 'passwords'>

/**
 * Begins a change of address: mails a code to the new address, and a notice to the old one if the player has one.
 * @throws Refusal `password.wrong`, `auth.emailtaken`, `auth.unauthorized`; `request.toomany` if too many codes were
 * mailed to the new address, no matter which players requested them
 */
export async function requestEmailChange(
  app: Deps,
  by: Actor,
  input: { email: string; password: string },
): Promise<void> {
  const player = await checkOwnPassword(app, by.actor, input.password)
  if (await findPlayerByLogin(app.db, input.email)) throw new Refusal('auth.emailtaken')
  await requireMailQuota(app, 'new-address', input.email)

  const code = newEmailCode(app.random)
  const owner = { playerId: player.id, purpose: 'address', address: input.email } as const
  await change(app, by, async ({ tx, now, settings, generation, sendMail, notify }) => {
    await requireSamePassword(tx, player)
    const mac = codeMac(generation, owner, code)
    await upsertEmailCode(tx, { ...owner, codeMac: mac, expiresAt: now + CODE_TTL })
    sendMail(newAddressMail({ player, site: settings, code, to: input.email }))
    const about = { player, site: settings, url: app.config.publicUrl }
    notify(player, (to) => addressChangeMail({ ...about, to }, input.email))
  })
}

/**
 * Completes a change of address. The code proves that the player owns the new address, so it also confirms an
 * unconfirmed account and ends its other sessions (see `verifyEmail`). Links and codes sent to the old address
 * become invalid.
 * @throws Refusal `auth.wrongcode`, `auth.codeexpired`, `auth.emailtaken`, `auth.unauthorized`
 */
export async function confirmEmailChange(
  app: Deps,
  by: Actor,
  { playerId, sessionId }: Identity,
  code: string,
): Promise<Player> {
  const owner = { playerId, purpose: 'address' } as const
  const checked = await checkEmailCode(app, owner, code)
  if (!checked.ok) throw new Refusal(checked.refusal)

  await change(app, by, async (work) => {
    const { tx, now, audit, emit } = work
    const before = await lockPlayer(tx, playerId)
    if (!before) throw new Refusal('auth.unauthorized')
    const consumed = await consumeEmailCode(tx, { ...owner, codeMac: checked.codeMac })
    if (!consumed) throw new Refusal('auth.codeexpired')
    await updateEmail(tx, playerId, checked.address, now)
    await deleteEmailCodes(tx, playerId)
    await deleteMailedLinks(tx, playerId)
    if (before.activatedAt === null) await signOutElsewhere(work, playerId, sessionId)
    audit('player.email', playerId, { before: before.email, after: checked.address })
    emit('player.email_changed', { player: playerId })
    if (before.activatedAt === null) emit('player.activated', { player: playerId })
  }).catch((error) => refuseTaken(app.db, error))
  return requireOwnPlayer(app.db, playerId)
}

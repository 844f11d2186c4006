import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { CODE_TTL, codeMac, newEmailCode } from '../../credentials/email-codes/email-code.ts'
import { addressChangeMail, newAddressMail } from '../../credentials/email-codes/email-code-mail.ts'
import {
  burnEmailCode,
  deleteEmailCodes,
  upsertEmailCode,
} from '../../credentials/email-codes/email-code-store.ts'
import {
  checkOwnPassword,
  requireSamePassword,
} from '../../credentials/password/check-own-password.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { requireMailTurn } from '../../mail/mail-rate-limit.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { findPlayerByLogin, lockPlayer, updateEmail } from '../../players/player-store.ts'
import { refuseTaken } from '../../players/refuse-taken.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { signOutElsewhere } from '../../sessions/close-sessions.ts'
import { checkEmailCode } from './check-email-code.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'passwords'>

/**
 * Begins a change of address: it mails a code to the new address and a notice to the old one, if there
 * is one.
 *
 * @throws Refusal `password.wrong`, `auth.emailtaken`, `auth.unauthorized`; `request.toomany` when
 *   the new address has had enough codes, whoever asked for them
 */
export async function requestEmailChange(
  app: Needs,
  by: Actor,
  wanted: { email: string; password: string },
): Promise<void> {
  const player = await checkOwnPassword(app, by.actor, wanted.password)
  if (await findPlayerByLogin(app.db, wanted.email)) throw new Refusal('auth.emailtaken')
  await requireMailTurn(app, 'new-address', wanted.email)

  const code = newEmailCode(app.random)
  const owner = { playerId: player.id, purpose: 'address', address: wanted.email } as const
  await change(app, by, async ({ tx, now, settings, generation, mail, tell }) => {
    await requireSamePassword(tx, player)
    const mac = codeMac(generation, owner, code)
    await upsertEmailCode(tx, { ...owner, codeMac: mac, expiresAt: now + CODE_TTL })
    mail(newAddressMail({ player, site: settings, code, to: wanted.email }))
    const about = { player, site: settings, url: app.config.publicUrl }
    tell(player, (to) => addressChangeMail({ ...about, to }, wanted.email))
  })
}

/**
 * Completes a change of address. The code proves that the new address is the player's, which also
 * confirms an account that was not confirmed yet and ends its other sessions (see `verifyEmail`).
 * Links and codes sent to the old address become void.
 *
 * @throws Refusal `auth.wrongcode`, `auth.codeexpired`, `auth.emailtaken`, `auth.unauthorized`
 */
export async function confirmEmailChange(
  app: Needs,
  by: Actor,
  { playerId, sessionId }: Identity,
  code: string,
): Promise<Player> {
  const owner = { playerId, purpose: 'address' } as const
  const checked = await checkEmailCode(app, owner, code)
  if (!checked.ok) throw new Refusal(checked.refusal)

  await change(app, by, async ({ tx, now, note }) => {
    const before = await lockPlayer(tx, playerId)
    if (!before) throw new Refusal('auth.unauthorized')
    const burnt = await burnEmailCode(tx, { ...owner, codeMac: checked.codeMac })
    if (!burnt) throw new Refusal('auth.codeexpired')
    await updateEmail(tx, playerId, checked.address, now)
    await deleteEmailCodes(tx, playerId)
    await deleteMailedLinks(tx, playerId)
    if (before.activatedAt === null) await signOutElsewhere(tx, playerId, sessionId)
    note('player.email', playerId, { before: before.email, after: checked.address })
  }).catch((error) => refuseTaken(app.db, error))
  return requireOwnPlayer(app.db, playerId)
}
